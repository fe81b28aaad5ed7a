import * as fc from "fast-check";

const noise = fc.array(fc.constantFrom(" ", ".", "-", "/", "\u00a0", "\u200b", "\ufeff", "–", "\t"), { maxLength: 2 });

/** A number with what e-mails and other programs put between its characters. */
export const spread = (number: string) =>
  fc
    .tuple(...Array.from(number, () => noise))
    .map((between) => Array.from(number, (digit, index) => digit + (between[index] ?? []).join("")).join(""));
