import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cleanPhone, formatPhone, isPhone } from "./phone.ts";

/** An area code never begins with 0. */
const number = (min: number, max: number) =>
  fc
    .tuple(
      fc.constantFrom(..."123456789"),
      fc.array(fc.constantFrom(..."0123456789"), { minLength: min - 1, maxLength: max - 1 }),
    )
    .map(([first, rest]) => first + rest.join(""));

test("numbers are written as people write them", () => {
  expect(formatPhone("11987654321")).toBe("(11) 98765-4321");
  expect(formatPhone("1132654321")).toBe("(11) 3265-4321");
  expect(formatPhone("+55 11 98765-4321")).toBe("(11) 98765-4321");
  expect(formatPhone("")).toBe("");
});

test.each([
  ["011 98765-4321", "11987654321"],
  ["(011) 3265-4321", "1132654321"],
  ["+55 (0)11 98765-4321", "11987654321"],
  ["+55 011 98765-4321", "11987654321"],
  ["0055 11 98765-4321", "11987654321"],
  ["(+55) 11 98765-4321", "11987654321"],
  ["Tel.: 11 98765-4321", "11987654321"],
  ["Telefone celular: (11) 98765-4321", "11987654321"],
  ["１１９８７６５４３２１", "11987654321"],
  ["(55) 99123-4567", "55991234567"],
])("%s is read", (text, digits) => {
  expect(cleanPhone(text)).toBe(digits);
  expect(isPhone(text)).toBe(true);
});

test.each([
  "119876543210",
  "11 9876-5432 ramal 3",
  "(11) 9876-5432 / (11) 91234-5678",
  "0xx11 98765-4321",
  "+1 415 555 2671",
  "+351 912 345 678",
  "0800 123 4567",
  "+55 11 3265-432",
  "11 98765+4321",
  "(55) 99123-45678",
  "١١٩٨٧٦٥٤٣٢١",
  "1198765432٩1",
  "sem telefone",
  "-",
  "+",
  "3265-4321",
  "",
])("%j is no number, and is shown as it is", (text) => {
  expect(isPhone(text)).toBe(false);
  expect(formatPhone(text)).toBe(text);
});

test("writing a number keeps its digits", () => {
  fc.assert(fc.property(number(10, 11), (digits) => void expect(cleanPhone(formatPhone(digits))).toBe(digits)));
});

test("writing what is written changes nothing", () => {
  fc.assert(fc.property(fc.string(), (text) => void expect(formatPhone(formatPhone(text))).toBe(formatPhone(text))));
});

test("no digit is dropped but the country's code and leading zeros", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789+()-/ xrل٣") }), (text) => {
      if (!isPhone(text)) return;
      expect(text.replace(/[^\p{L}\p{N}]/gu, "")).toMatch(new RegExp(`^0*(55)?0*${cleanPhone(text)}$`));
    }),
  );
});
