import { expect, test } from "vitest";
import { hasWords, likeness } from "./words.ts";

test.each([
  ["Araucária Seguros", "arauc", true],
  ["Araucária Seguros", "seg ARAUCÁRIA", true],
  ["Araucária Seguros", "", true],
  ["Araucária Seguros", "  ", true],
  ["Araucária Seguros", "araucaria vida", false],
])("%s, asked for “%s”: %s", (text, typed, found) => {
  expect(hasWords(text, typed)).toBe(found);
});

test.each([
  ["Radiografia de tórax", "raio x torax", 5 / 7],
  ["Hemograma completo", "hemogrma", 5 / 7],
  ["Hemograma completo", "ok", 0],
  ["Hemograma completo", "", 0],
])("%s is like “%s” by %d", (text, typed, share) => {
  expect(likeness(text, typed)).toBe(share);
});
