import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatTypedPhone } from "./phoneInput.ts";
import type { TypedText } from "../ui/useFormattedInput.ts";

/** The text with `|` at the caret. */
const field = ({ text, caret }: TypedText) => `${text.slice(0, caret)}|${text.slice(caret)}`;
const read = (marked: string): TypedText => ({ text: marked.replace("|", ""), caret: marked.indexOf("|") });

/** The text of a field after one input event. */
const after = (marked: string) => field(formatTypedPhone(read(marked)));

const digitsOf = (text: string) => text.replace(/\D/g, "");

function type(keys: string, start: TypedText = { text: "", caret: 0 }): TypedText {
  return Array.from(keys).reduce((now, key) => {
    const text = now.text.slice(0, now.caret) + key + now.text.slice(now.caret);
    return formatTypedPhone({ text, caret: now.caret + 1 });
  }, start);
}

test("a number typed digit by digit is punctuated, the caret at its end", () => {
  expect(field(type("11987654321"))).toBe("(11) 98765-4321|");
  expect(field(type("(11) 98765-4321"))).toBe("(11) 98765-4321|");
});

test("the country's code may be typed too", () => {
  expect(field(type("5511987654321"))).toBe("(11) 98765-4321|");
  expect(field(type("+55 11 98765-4321"))).toBe("(11) 98765-4321|");
});

test("the zero before the area code may be typed too", () => {
  expect(field(type("011987654321"))).toBe("(11) 98765-4321|");
  expect(field(type("+55 (0)11 98765-4321"))).toBe("(11) 98765-4321|");
});

test("one digit too many is shown, at the end and within: no other is dropped for it", () => {
  expect(field(type("119876543219"))).toBe("(11) 98765-43219|");
  expect(after("(11) 98770|65-4321")).toBe("(11) 98770|65-4321");
  expect(field(type("559912345678"))).toBe("(55) 99123-45678|");
});

test("what is no number is shown as it was typed", () => {
  for (const text of ["11 9876-5432 ramal 3", "+1 415 555 2671", "١١٩٨٧٦٥٤٣٢١", "sem telefone", "+", "("]) {
    expect(after(`${text}|`)).toBe(`${text}|`);
  }
  expect(type("+1 415 555 2671").text).toBe("+1 415 555 2671");
  expect(type("11 9876-5432 ramal 3").text).toBe("(11) 9876-5432ramal 3");
});

test("a number may be pasted with any punctuation, into an empty field and over another", () => {
  expect(after("+55 (11) 98765-4321|")).toBe("(11) 98765-4321|");
  expect(after("11 9 8765 4321|")).toBe("(11) 98765-4321|");
});

test("the caret stays behind the digit it was at", () => {
  // A 9 typed after the area code of a number of 10 digits.
  expect(after("(11) 9|8765-4321")).toBe("(11) 9|8765-4321");
  // The 7 deleted within.
  expect(after("(11) 98|65-4321")).toBe("(11) 98|65-4321");
});

test("deleting punctuation does not get stuck: the caret moves before it", () => {
  expect(after("(11) 98765|4321")).toBe("(11) 98765|-4321");
});

test("the caret never changes how many digits are behind it", () => {
  const digits = fc.array(fc.constantFrom(..."0123456789"), { maxLength: 10 }).map((each) => each.join(""));
  fc.assert(
    fc.property(digits, fc.nat(14), (number, at) => {
      const { text } = formatTypedPhone({ text: number, caret: number.length });
      const caret = Math.min(at, text.length);
      const typed = formatTypedPhone({ text, caret });
      expect(digitsOf(typed.text.slice(typed.caret))).toBe(digitsOf(text.slice(caret)));
    }),
  );
});
