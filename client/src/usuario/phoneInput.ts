import { cleanPhone, punctuatePhone } from "../format/phone.ts";
import type { TypedText } from "../ui/useFormattedInput.ts";

/**
 * Formats a phone number after typing, deleting or pasting; the caret stays after the same digit. A text that is no number,
 * or has too many digits, stays as it was entered.
 */
export function formatTypedPhone({ text, caret }: TypedText): TypedText {
  const digits = cleanPhone(text);
  if (!/^\d{1,11}$/.test(digits)) return { text, caret };
  const shown = punctuatePhone(digits);
  const behind = text.slice(caret).replace(/\D/g, "").length;
  return { text: shown, caret: placeBefore(shown, behind) };
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
