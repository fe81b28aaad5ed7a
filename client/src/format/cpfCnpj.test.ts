import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cleanCpfCnpj, formatCpfCnpj, isCpfCnpj } from "./cpfCnpj.ts";

/** Check digits as the Receita Federal publishes them: fixed tables of weights, a character counting its code less 48. */
const CPF = [
  [10, 9, 8, 7, 6, 5, 4, 3, 2],
  [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
];
const CNPJ = [
  [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
];

function withCheckDigits(base: string, tables: readonly (readonly number[])[]): string {
  return tables.reduce((text, weights) => {
    const total = weights.reduce((sum, weight, index) => sum + weight * (text.charCodeAt(index) - 48), 0);
    return text + (total % 11 < 2 ? 0 : 11 - (total % 11));
  }, base);
}

const chars = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
const isVaried = (text: string) => !/^(.)\1*$/.test(text);
const cpf = chars("0123456789", 9)
  .map((base) => withCheckDigits(base, CPF))
  .filter(isVaried);
const cnpj = chars("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", 12)
  .map((base) => withCheckDigits(base, CNPJ))
  .filter(isVaried);
const either = fc.oneof(cpf, cnpj);

test("what has the right check digits is accepted, with or without punctuation, in small letters too", () => {
  fc.assert(
    fc.property(either, (text) => {
      expect(isCpfCnpj(text)).toBe(true);
      expect(isCpfCnpj(formatCpfCnpj(text))).toBe(true);
      expect(isCpfCnpj(` ${text.toLowerCase()} `)).toBe(true);
    }),
  );
});

test("one wrong digit anywhere is found", () => {
  fc.assert(
    fc.property(cpf, fc.nat({ max: 10 }), fc.integer({ min: 1, max: 9 }), (text, index, by) => {
      const wrong = text.slice(0, index) + ((Number(text[index]) + by) % 10) + text.slice(index + 1);
      // A check digit of 0 has two remainders, so a change before it may give another valid number.
      fc.pre(index >= 9 || withCheckDigits(wrong.slice(0, 9), CPF) !== wrong);
      expect(isCpfCnpj(wrong)).toBe(false);
    }),
  );
});

test("adding and removing punctuation is lossless, also for incomplete numbers", () => {
  fc.assert(
    fc.property(either, fc.nat({ max: 14 }), (text, typed) => {
      const part = text.slice(0, typed);
      expect(cleanCpfCnpj(formatCpfCnpj(part))).toBe(part);
      expect(formatCpfCnpj(formatCpfCnpj(part))).toBe(formatCpfCnpj(part));
    }),
  );
});

test("it is written as people know it", () => {
  expect(formatCpfCnpj("52998224725")).toBe("529.982.247-25");
  expect(formatCpfCnpj("11222333000181")).toBe("11.222.333/0001-81");
  expect(isCpfCnpj("12.ABC.345/01DE-35")).toBe(true);
  expect(isCpfCnpj("111.111.111-11")).toBe(false);
});

test.each(["112223330001812", "529982247٩25", "52998224725é", "١١١٤٤٤٧٧٧٣٥"])(
  "%s is no number, and nothing of it is dropped",
  (text) => {
    expect(isCpfCnpj(text)).toBe(false);
    expect(isCpfCnpj(formatCpfCnpj(text))).toBe(false);
    expect(formatCpfCnpj(text).replace(/[^\p{L}\p{N}]/gu, "")).toBe(text);
  },
);
