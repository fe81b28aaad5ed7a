import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

/** Sizes in KiB, gzipped. */
export interface Size {
  readonly js: number;
  readonly css: number;
}

export interface Budgets {
  /** Maximum size of what every page loads. */
  readonly entry: Size;
  /** Maximum first load of each page module, with the entry and its frame. */
  readonly screens: { readonly [page: string]: Size & { readonly frame?: readonly string[] } };
}

/** Fails the build if a screen exceeds its size budget. */
export function budgets({ entry, screens }: Budgets): Plugin {
  return {
    name: "budgets",
    apply: "build",
    writeBundle(_, bundle) {
      const start = closure(bundle, (chunk) => chunk.isEntry);
      const rows = [{ name: "entry", size: sizeOf(bundle, start), limit: entry }];
      for (const [page, { frame, ...limit }] of Object.entries(screens)) {
        const modules = [page, ...(frame ?? [])];
        if (!Object.values(bundle).some((file) => file.type === "chunk" && isOf(file, page))) {
          this.error(`budgets: no chunk of ${page} is in the build`);
        }
        const files = closure(bundle, (chunk) => modules.some((module) => isOf(chunk, module)), start);
        rows.push({ name: page, size: sizeOf(bundle, files), limit });
      }

      const lines = rows.map(
        ({ name, size, limit }) => `${part(size.js, limit.js)}, styles ${part(size.css, limit.css)}  ${name}`,
      );
      if (rows.some(({ size, limit }) => size.js > limit.js || size.css > limit.css)) {
        this.error(`budgets exceeded:\n${lines.join("\n")}`);
      }
      this.info(`gzipped first loads:\n${lines.join("\n")}`);
    },
  };
}

function part(kib: number, limit: number): string {
  return `${kib.toFixed(1).padStart(6)} of ${limit} KiB`;
}

function isOf(chunk: Rolldown.OutputChunk, module: string): boolean {
  return chunk.moduleIds.some((id) => id.endsWith(`/src/${module}`));
}

/** The chosen chunks with their imports and sheets, in addition to `there`. */
export function closure(
  bundle: Bundle,
  isChosen: (chunk: Rolldown.OutputChunk) => boolean,
  there: ReadonlySet<string> = new Set<string>(),
): ReadonlySet<string> {
  const files = new Set(there);
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (files.has(name) || chunk?.type !== "chunk") return;
    files.add(name);
    chunk.viteMetadata?.importedCss.forEach((sheet) => files.add(sheet));
    chunk.imports.forEach(visit);
  };
  for (const [name, chunk] of Object.entries(bundle)) if (chunk.type === "chunk" && isChosen(chunk)) visit(name);
  return files;
}

function sizeOf(bundle: Bundle, files: ReadonlySet<string>): Size {
  const size = { js: 0, css: 0 };
  for (const name of files) {
    const file = bundle[name];
    if (!file) continue;
    const kib = gzipSync(file.type === "chunk" ? file.code : file.source, { level: 9 }).length / 1024;
    size[file.type === "chunk" ? "js" : "css"] += kib;
  }
  return size;
}
