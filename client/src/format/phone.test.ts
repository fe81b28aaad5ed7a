import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cleanPhone, formatPhone } from "./phone.ts";

const digits = (min: number, max: number) =>
  fc.array(fc.constantFrom(..."0123456789"), { minLength: min, maxLength: max }).map((each) => each.join(""));

test("numbers are written as people write them", () => {
  expect(formatPhone("11987654321")).toBe("(11) 98765-4321");
  expect(formatPhone("1132654321")).toBe("(11) 3265-4321");
  expect(formatPhone("+55 11 98765-4321")).toBe("(11) 98765-4321");
  expect(formatPhone("")).toBe("");
});

test("a mobile number of area 55 keeps its area", () => {
  expect(cleanPhone("(55) 99123-4567")).toBe("55991234567");
});

test("writing a number keeps its digits, however far it has been typed", () => {
  fc.assert(fc.property(digits(0, 11), (number) => void expect(cleanPhone(formatPhone(number))).toBe(number)));
});

test("writing what is written changes nothing", () => {
  fc.assert(fc.property(fc.string(), (text) => void expect(formatPhone(formatPhone(text))).toBe(formatPhone(text))));
});

test("punctuation and the country's code do not count", () => {
  fc.assert(
    fc.property(digits(10, 11), fc.constantFrom("+55 ", "55", "+55 (", ""), (number, prefix) => {
      expect(cleanPhone(`${prefix}${number.slice(0, 2)}) ${number.slice(2, 6)}.${number.slice(6)}`)).toBe(number);
    }),
  );
});

test("never more than 11 digits, and nothing but digits", () => {
  fc.assert(fc.property(fc.string(), (text) => void expect(cleanPhone(text)).toMatch(/^\d{0,11}$/)));
});
