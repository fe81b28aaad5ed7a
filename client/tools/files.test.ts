import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { precompress } from "./precompress.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tools-"));
});

afterEach(() => rm(folder, { recursive: true }));

/** A hook of a plugin as a function, which fails as in a build. */
function hook(plugin: Plugin, name: "closeBundle" | "configResolved") {
  const context = {
    error: (text: string) => {
      throw new Error(text);
    },
  };
  return (plugin[name] as unknown as (...given: unknown[]) => unknown).bind(context);
}

test("large texts are compressed once, and nothing else", async () => {
  const text = "acionamento ".repeat(500);
  await Promise.all([
    writeFile(join(folder, "large.js"), text),
    writeFile(join(folder, "small.js"), "1"),
    writeFile(join(folder, "font.woff2"), text),
    writeFile(join(folder, "old.css"), text),
    writeFile(join(folder, "old.css.br"), "kept"),
  ]);
  const plugin = precompress({ quality: 5 });
  hook(plugin, "configResolved")({ root: folder, build: { outDir: "." } });
  await hook(plugin, "closeBundle")();
  const names = ["font.woff2", "large.js", "large.js.br", "large.js.gz", "old.css", "old.css.br", "small.js"];
  expect((await readdir(folder)).toSorted()).toEqual(names);
  expect(brotliDecompressSync(await readFile(join(folder, "large.js.br"))).toString()).toBe(text);
  expect(gunzipSync(await readFile(join(folder, "large.js.gz"))).toString()).toBe(text);
});
