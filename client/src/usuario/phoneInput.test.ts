import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cleanPhone, formatPhone } from "../format/phone.ts";
import { formatTypedPhone } from "./phoneInput.ts";
import type { TypedText } from "../ui/useFormattedInput.ts";

/** The text with `|` at the caret. */
const field = ({ text, caret }: TypedText) => `${text.slice(0, caret)}|${text.slice(caret)}`;
const read = (marked: string): TypedText => ({ text: marked.replace("|", ""), caret: marked.indexOf("|") });

/** The text of a field after one input event. */
const after = (before: string, marked: string) => field(formatTypedPhone(before, read(marked)));

function type(keys: string, start: TypedText = { text: "", caret: 0 }): TypedText {
  return Array.from(keys).reduce((now, key) => {
    const text = now.text.slice(0, now.caret) + key + now.text.slice(now.caret);
    return formatTypedPhone(now.text, { text, caret: now.caret + 1 });
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

test("one digit too many changes nothing, neither at the end nor within", () => {
  expect(field(type("119876543219"))).toBe("(11) 98765-4321|");
  expect(after("(11) 98765-4321", "(11) 9870|65-4321")).toBe("(11) 987|65-4321");
  expect(field(type("559912345678"))).toBe("(55) 99123-4567|");
});

test("a number may be pasted with any punctuation, into an empty field and over another", () => {
  expect(after("", "+55 (11) 98765-4321|")).toBe("(11) 98765-4321|");
  expect(after("(21) 3265-4321", "11 9 8765 4321|")).toBe("(11) 98765-4321|");
});

test("the caret stays behind the digit it was at", () => {
  // A 9 typed after the area code of a number of 10 digits.
  expect(after("(11) 8765-4321", "(11) 9|8765-4321")).toBe("(11) 9|8765-4321");
  // The 7 deleted within.
  expect(after("(11) 98765-4321", "(11) 98|65-4321")).toBe("(11) 98|65-4321");
});

test("deleting punctuation does not get stuck: the caret moves before it", () => {
  expect(after("(11) 98765-4321", "(11) 98765|4321")).toBe("(11) 98765|-4321");
});

test("the caret never changes how many digits are behind it", () => {
  const digits = fc.array(fc.constantFrom(..."0123456789"), { maxLength: 10 }).map((each) => each.join(""));
  fc.assert(
    fc.property(digits, fc.nat(14), (number, at) => {
      const text = formatPhone(number);
      const caret = Math.min(at, text.length);
      const typed = formatTypedPhone(text, { text, caret });
      expect(cleanPhone(typed.text.slice(typed.caret))).toBe(cleanPhone(text.slice(caret)));
    }),
  );
});
