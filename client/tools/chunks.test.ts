import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { CHUNKS } from "./chunks.ts";

test.each(Object.values(CHUNKS).flat())("%s, which a chunk names, exists", (path) => {
  expect(existsSync(new URL(`../${path}`, import.meta.url))).toBe(true);
});
