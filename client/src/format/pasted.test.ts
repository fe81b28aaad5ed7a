import * as fc from "fast-check";
import { expect, test } from "vitest";
import { spread } from "../test/noise.ts";
import { cleanAutorizacao, cleanCode, cleanSinistro, writtenText } from "./pasted.ts";

test("a claim number is read with any separators between its digits, and with its label", () => {
  const label = fc.constantFrom(
    "",
    "Nº ",
    "nº: ",
    "Sinistro ",
    "Sinistro nº ",
    "Nº do sinistro: ",
    "número ",
    "#",
    "(",
  );
  const number = spread("2026000070213");
  fc.assert(fc.property(label, number, (name, text) => void expect(cleanSinistro(name + text)).toBe("2026000070213")));
});

test.each([
  ["２０２６", "2026"],
  ["<script>", "<script>"],
  ["\u0000", ""],
  [" ", ""],
  ["A&B=1 <+>", "A&B=1 <+>"],
])("the claim number of %j is %j", (text, sinistro) => {
  expect(cleanSinistro(text)).toBe(sinistro);
});

test.each([
  ["a-552436", "A-552436"],
  ["A–552436", "A-552436"],
  [" a 552.436", "a 552.436"],
  ["ab552436", "ab552436"],
  ["Autorização nº A-552436;", "A-552436"],
  ["NO-559102", "NO-559102"],
  ["Autorização NO-559102", "NO-559102"],
  ["Autorização no 559102", "559102"],
  ["Autorização n.o 559102", "559102"],
  ["Autorização nº AB_123", "AB_123"],
  ["Autorização", "Autorização"],
  ["2026.001", "2026001"],
  ["\u200bA-1\u200b", "A-1"],
  ["<b>1</b>", "<b>1</b>"],
  [" # ", "#"],
])("the authorization number of %j is %j", (text, autorizacao) => {
  expect(cleanAutorizacao(text)).toBe(autorizacao);
});

test.each([
  [" 3XDC55 ", "3XDC55"],
  ["3X DC 55\n", "3XDC55"],
  ["3XD-C55", "3XDC55"],
  ["Código: 3XDC55", "3XDC55"],
  ["Código 3XD C55", "3XDC55"],
  ["Seu código de acesso é: 3XDC55.", "3XDC55"],
  ["\u200b3XD C55\ufeff", "3XDC55"],
  ["３ＸＤＣ５５", "3XDC55"],
  // Any six characters are a code.
  ["AB-12C", "AB-12C"],
  ["12345", "12345"],
])("the code of %j is %j", (text, code) => {
  expect(cleanCode(text, 6)).toBe(code);
});

test.each([
  ["a\u00adb\u200bc\ufeff", "abc"],
  ["\u202aMarina\u202c \u200e(tutora)", "Marina (tutora)"],
  ["Uma linha\u000boutra\u2028terceira\r\nquarta\tfim", "Uma linha\noutra\nterceira\r\nquarta\tfim"],
  ["\u0007 João 🐕\u200d🦺 ", "João 🐕\u200d🦺"],
  ["\u200b", ""],
])("%j loses its invisible characters only", (pasted, text) => {
  expect(writtenText(pasted)).toBe(text);
});
