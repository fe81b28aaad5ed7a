import { cleanPhone, formatPhone } from "../format/phone.ts";

/** A field's text, and where the caret stands in it. */
export interface InputState {
  readonly text: string;
  readonly caret: number;
}

/** A phone number as it is shown after somebody typed, deleted or pasted; the caret stays behind the digit it was at. */
export function formatTypedPhone(before: string, { text, caret }: InputState): InputState {
  const digits = text.replace(/\D/g, "");
  // One digit too many, typed into a whole number, would push out the last one or be taken for a country's code.
  if (isWhole(cleanPhone(before)) && digits.length === cleanPhone(before).length + 1) {
    return { text: before, caret: Math.max(0, caret - 1) };
  }
  const shown = formatPhone(text);
  const behind = text.slice(caret).replace(/\D/g, "").length;
  return { text: shown, caret: placeBefore(shown, behind) };
}

/** An 11-digit number is whole. One that starts with 55 is only if it is a mobile number of that area, a 9 following. */
function isWhole(digits: string): boolean {
  return digits.length === 11 && (!digits.startsWith("55") || digits.startsWith("559"));
}

/** The place in a text that has so many digits behind it, right after a digit where there is a choice. */
function placeBefore(text: string, digits: number): number {
  let left = text.length;
  for (let behind = 0; left > 0; left--) {
    if (!/\d/.test(text.charAt(left - 1))) continue;
    if (behind === digits) break;
    behind++;
  }
  return left;
}
