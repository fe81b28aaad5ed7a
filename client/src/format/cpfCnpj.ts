/** CPF (11 digits) and CNPJ (14 characters, letters allowed in the first 12), written with or without punctuation. */
import { readNumber, visibleText } from "./pasted.ts";

/** Removes everything but digits and letters, of any script; letters in upper case. */
export function cleanCpfCnpj(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Adds the punctuation, also to an incomplete number. What can be no part of one is returned as it came. */
export function formatCpfCnpj(text: string): string {
  const clean = cleanCpfCnpj(text);
  if (!/^[0-9A-Z]{1,14}$/.test(clean)) return text;
  return clean.length <= 11 && !/\p{L}/u.test(clean)
    ? punctuate(clean, [3, 6, 9], [".", ".", "-"])
    : punctuate(clean, [2, 5, 8, 12], [".", ".", "/", "-"]);
}

/** Whether it is complete and its check digits are correct. */
export function isCpfCnpj(text: string): boolean {
  const clean = cleanCpfCnpj(text);
  // Repeated digits pass the checksum but are never issued.
  if (/^(.)\1*$/.test(clean)) return false;
  if (/^\d{11}$/.test(clean)) return hasCheckDigits(clean, 9, 11);
  if (/^[0-9A-Z]{12}\d{2}$/.test(clean)) return hasCheckDigits(clean, 12, 9);
  return false;
}

export function isCpf(text: string): boolean {
  return isCpfCnpj(text) && cleanCpfCnpj(text).length === 11;
}

/** Whether a text has 11 digits that may be a CPF, so that it stands in no address. */
export function mayHaveCpf(text: string): boolean {
  return possibleCpfs(text).length > 0;
}

/** Whether a text contains a CPF with right check digits, or is one as a whole. */
export function hasCpf(text: string): boolean {
  return isCpf(text) || possibleCpfs(text).some((found) => isCpf(found.replace(/\D/g, "")));
}

/** The only CPF or CNPJ in a line: "CPF 529.982.247-25 (Marina)". Undefined if the text is nothing else, or has several. */
export function onlyCpfCnpjIn(text: string): string | undefined {
  if (isCpfCnpj(text)) return undefined;
  const words = visibleText(text).match(/(?<!\w)[0-9A-Z][0-9A-Z./-]{9,16}\d(?!\w)/gi) ?? [];
  const found = new Set([readNumber(text).bare, ...words].filter(isCpfCnpj).map(formatCpfCnpj));
  return found.size === 1 ? [...found][0] : undefined;
}

function possibleCpfs(text: string): readonly string[] {
  return visibleText(text).match(/(?<!\d)\d{3}\D{0,3}\d{3}\D{0,3}\d{3}\D{0,3}\d{2}(?!\d)/g) ?? [];
}

/** Both check digits by modulo 11, the weights growing from 2 at the right end and starting over after `last`. */
function hasCheckDigits(text: string, length: number, last: number): boolean {
  return [length, length + 1].every((end) => {
    let sum = 0;
    for (let index = 0; index < end; index += 1) {
      const weight = 2 + ((end - 1 - index) % (last - 1));
      // Rule of the Receita Federal for letters: character code minus 48.
      sum += weight * (text.charCodeAt(index) - 48);
    }
    const rest = sum % 11;
    return text.charCodeAt(end) - 48 === (rest < 2 ? 0 : 11 - rest);
  });
}

function punctuate(text: string, places: readonly number[], marks: readonly string[]): string {
  let result = "";
  for (const [index, char] of Array.from(text).entries()) result += (marks[places.indexOf(index)] ?? "") + char;
  return result;
}
