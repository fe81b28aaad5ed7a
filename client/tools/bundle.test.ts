import type { Plugin } from "vite";
import { expect, test } from "vitest";
import { budgets, closure } from "./budgets.ts";
import { chunkCycles } from "./chunk-cycles.ts";

interface Part {
  readonly imports?: readonly string[];
  readonly modules?: readonly string[];
  readonly css?: readonly string[];
  readonly code?: string;
  readonly isEntry?: boolean;
}

/** A build's output as the plugins read it. */
function bundleOf(chunks: Readonly<Record<string, Part>>, sheets: Readonly<Record<string, string>> = {}): never {
  const parts = Object.entries(chunks).map(([name, { imports = [], modules = [], css = [], code = "", isEntry }]) => [
    name,
    {
      type: "chunk",
      fileName: name,
      isEntry: isEntry ?? false,
      imports,
      moduleIds: modules.map((each) => `/p/src/${each}`),
      code,
      viteMetadata: { importedCss: new Set(css) },
    },
  ]);
  const assets = Object.entries(sheets).map(([name, source]) => [name, { type: "asset", fileName: name, source }]);
  return Object.fromEntries([...parts, ...assets]) as never;
}

/** Calls a hook of a plugin, and returns what it says or throws what it refuses. */
function call(plugin: Plugin, hook: "writeBundle" | "generateBundle", bundle: never): string {
  let said = "";
  const context = {
    info: (text: string) => (said = text),
    error: (text: string) => {
      throw new Error(text);
    },
  };
  const run = plugin[hook] as unknown as (this: typeof context, options: unknown, bundle: never) => void;
  run.call(context, undefined, bundle);
  return said;
}

/** Text that hardly compresses: about as many bytes as characters, times 0.75. */
const noise = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCharCode(33 + (((at * at * 7919 + at * 104_729) % 9973) % 90))).join("");

const PORTAL = {
  "index.js": { isEntry: true, modules: ["main.tsx"], css: ["index.css"] },
  "shell.js": { modules: ["shell/Shell.tsx"], imports: ["index.js"] },
  "home.js": {
    modules: ["painel/HomePage.tsx"],
    imports: ["index.js", "shell.js"],
    css: ["home.css"],
    code: noise(4000),
  },
};
const SHEETS = { "index.css": "a{}", "home.css": "b{}" };

test("a first load is a page's chunks with all that they import, and their sheets", () => {
  const files = closure(bundleOf(PORTAL, SHEETS), (chunk) => chunk.moduleIds.includes("/p/src/painel/HomePage.tsx"));
  expect([...files].toSorted()).toEqual(["home.css", "home.js", "index.css", "index.js", "shell.js"]);
});

test("a screen over its budget fails the build, by name", () => {
  const size = { css: 1, frame: ["shell/Shell.tsx"] };
  const plugin = (js: number) =>
    budgets({ entry: { js: 1, css: 1 }, screens: { "painel/HomePage.tsx": { js, ...size } } });
  const bundle = bundleOf(PORTAL, SHEETS);
  expect(call(plugin(10), "writeBundle", bundle)).toMatch(/of 10 KiB.*painel\/HomePage\.tsx/);
  expect(() => call(plugin(0.1), "writeBundle", bundle)).toThrow(/budgets exceeded:[^]*painel\/HomePage\.tsx/);
});

test("a budget of a page that no build has is a mistake", () => {
  const plugin = budgets({ entry: { js: 1, css: 1 }, screens: { "Gone.tsx": { js: 1, css: 1 } } });
  expect(() => call(plugin, "writeBundle", bundleOf(PORTAL, SHEETS))).toThrow("no chunk of Gone.tsx");
});

test("chunks that import each other fail the build", () => {
  expect(() => call(chunkCycles(), "generateBundle", bundleOf(PORTAL))).not.toThrow();
  const circular = { ...PORTAL, "shell.js": { imports: ["home.js"] } };
  expect(() => call(chunkCycles(), "generateBundle", bundleOf(circular))).toThrow(
    "chunks import each other in a cycle: shell.js → home.js → shell.js",
  );
});
