import { cleanPhone, formatPhone } from "../format/phone.ts";
import type { TypedText } from "../ui/useFormattedInput.ts";

/** Formats a phone number after typing, deleting or pasting; the caret stays after the same digit. */
export function formatTypedPhone(before: string, { text, caret }: TypedText): TypedText {
  const digits = text.replace(/\D/g, "");
  // An extra digit in a complete number would push out the last one or be taken for a country code.
  if (isWhole(cleanPhone(before)) && digits.length === cleanPhone(before).length + 1) {
    return { text: before, caret: Math.max(0, caret - 1) };
  }
  const shown = formatPhone(text);
  const behind = text.slice(caret).replace(/\D/g, "").length;
  return { text: shown, caret: placeBefore(shown, behind) };
}

/** Whether a number is complete: 11 digits; with a leading 55 only if a 9 follows (a mobile number of area 55). */
function isWhole(digits: string): boolean {
  return digits.length === 11 && (!digits.startsWith("55") || digits.startsWith("559"));
}

/** The position with so many digits after it, as close to the previous digit as possible. */
function placeBefore(text: string, digits: number): number {
  let left = text.length;
  for (let behind = 0; left > 0; left--) {
    if (!/\d/.test(text.charAt(left - 1))) continue;
    if (behind === digits) break;
    behind++;
  }
  return left;
}
