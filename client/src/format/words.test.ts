import { expect, test } from "vitest";
import { hasWords } from "./words.ts";

test.each([
  ["Araucária Seguros", "arauc", true],
  ["Araucária Seguros", "seg ARAUCÁRIA", true],
  ["Araucária Seguros", "", true],
  ["Araucária Seguros", "  ", true],
  ["Araucária Seguros", "araucaria vida", false],
])("%s, asked for “%s”: %s", (text, typed, found) => {
  expect(hasWords(text, typed)).toBe(found);
});
