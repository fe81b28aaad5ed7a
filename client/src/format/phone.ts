/** Brazilian phone numbers, area code first: 10 digits, or 11 for mobile phones. */
import { visibleText } from "./pasted.ts";

/** `Tel.: `, `Celular ` */
const LABEL = /^[\p{L}.:\s]+(?=[\d(+])/u;

/** Digits, and what people write between them. */
const PUNCTUATED = /^[\d\s()./+-]*\d[\s()./-]*$/;

/** `(11) 98765-4321`. What is no number is returned as it is. */
export function formatPhone(text: string): string {
  return isPhone(text) ? punctuatePhone(cleanPhone(text)) : text;
}

/** Adds the punctuation while a number is typed. A text that is no number, or has too many digits, stays as it is. */
export function formatPhoneInput(text: string): string {
  const digits = cleanPhone(text);
  return /^\d{1,11}$/.test(digits) ? punctuatePhone(digits) : text;
}

/** Whether it has an area code, in which there is no 0 as in 0800, and 8 or 9 digits. */
export function isPhone(text: string): boolean {
  return /^[1-9]{2}\d{8,9}$/.test(cleanPhone(text));
}

/** The digits without country code and zeros. A text that is no number comes back whole: a part would be another. */
export function cleanPhone(text: string): string {
  const shown = visibleText(text).trim();
  const bare = shown.replace(LABEL, "");
  if (!PUNCTUATED.test(bare)) return shown;
  const digits = withoutZeros(bare.replace(/\D/g, ""));
  const [, plus, country] = /^\(?(\+)?\s*(55)?/.exec(bare) ?? [];
  if (bare.replace(/^\(?\+/, "").includes("+") || (plus && !country)) return shown;
  // In parentheses 55 is an area, also with a digit too many after it.
  const hasCountry = plus ?? (digits.length > 11 && digits.startsWith("55") && !bare.startsWith("(55) 9"));
  return (hasCountry ? withoutZeros(digits.slice(2)) : digits) || shown;
}

/** Adds the punctuation, also to an incomplete number. */
function punctuatePhone(digits: string): string {
  if (digits.length < 3) return digits;
  const end = digits.length > 10 ? 7 : 6;
  const rest = digits.length > end ? `${digits.slice(2, end)}-${digits.slice(end)}` : digits.slice(2);
  return `(${digits.slice(0, 2)}) ${rest}`;
}

/** No area code begins with 0: it is dialled before one, or before the country code. */
function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, "");
}
