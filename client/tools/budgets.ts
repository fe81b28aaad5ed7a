import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

export interface Budgets {
  /** Maximum size of the entry in KiB of gzipped JavaScript. */
  readonly entry: number;
  /** Maximum first load of each page module in KiB, with its frame. */
  readonly screens: { readonly [page: string]: { readonly kib: number; readonly frame?: readonly string[] } };
}

/** Maximum size of the only style sheet in KiB, gzipped. */
const CSS_KIB = 20;

/** Fails the build if a screen exceeds its size budget. */
export function budgets({ entry, screens }: Budgets): Plugin {
  return {
    name: "budgets",
    apply: "build",
    writeBundle(_, bundle) {
      const start = closure(bundle, (chunk) => chunk.isEntry);
      const rows = [{ name: "entry", kib: kib(bundle, start), limit: entry }];
      for (const [page, { kib: limit, frame }] of Object.entries(screens)) {
        const modules = [page, ...(frame ?? [])];
        if (!Object.values(bundle).some((file) => file.type === "chunk" && isOf(file, page))) {
          this.error(`budgets: no chunk of ${page} is in the build`);
        }
        const files = closure(bundle, (chunk) => modules.some((module) => isOf(chunk, module)), start);
        rows.push({ name: page, kib: kib(bundle, files), limit });
      }
      const sheets = Object.keys(bundle).filter((name) => name.endsWith(".css"));
      if (sheets.length !== 1) this.error(`budgets: one style sheet was expected, not ${sheets.join(", ")}`);
      rows.push({ name: "style sheet", kib: kib(bundle, new Set(sheets)), limit: CSS_KIB });

      const lines = rows.map((row) => `${row.kib.toFixed(1).padStart(7)} of ${row.limit} KiB  ${row.name}`);
      if (rows.some((row) => row.kib > row.limit)) this.error(`budgets exceeded:\n${lines.join("\n")}`);
      this.info(`gzipped first loads:\n${lines.join("\n")}`);
    },
  };
}

function isOf(chunk: Rolldown.OutputChunk, module: string): boolean {
  return chunk.moduleIds.some((id) => id.endsWith(`/src/${module}`));
}

/** The chosen chunks and their imports, in addition to `there`. */
function closure(bundle: Bundle, isChosen: (chunk: Rolldown.OutputChunk) => boolean, there = new Set<string>()) {
  const files = new Set(there);
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (files.has(name) || chunk?.type !== "chunk") return;
    files.add(name);
    chunk.imports.forEach(visit);
  };
  for (const [name, chunk] of Object.entries(bundle)) if (chunk.type === "chunk" && isChosen(chunk)) visit(name);
  return files;
}

function kib(bundle: Bundle, files: ReadonlySet<string>): number {
  let bytes = 0;
  for (const name of files) {
    const file = bundle[name];
    if (file) bytes += gzipSync(file.type === "chunk" ? file.code : file.source, { level: 9 }).length;
  }
  return bytes / 1024;
}
