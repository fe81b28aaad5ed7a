import * as z from "zod/mini";
import { counted, formatCount } from "../../format/count.ts";
import { writtenText } from "../../format/pasted.ts";

/** The graph's maximum length of a note. */
export const MAX_NOTE = 2000;

/** A rule of a value, as a check of its schema: what is wrong with it, if anything. All rules are checked, also after a fault. */
export function fieldCheck<T>(problemOf: (value: T) => string | undefined) {
  return z.check<T>(({ value, issues }) => {
    const message = problemOf(value);
    if (message !== undefined) issues.push({ code: "custom", input: value, message, continue: true });
  });
}

/** What is wrong with a form, and the field that says so. */
export type Fault = readonly [field: string, message: string] | undefined;

export function formCheck<T>(faultOf: (fields: T) => Fault) {
  return z.check<T>(({ value, issues }) => {
    const [field, message] = faultOf(value) ?? [];
    if (field) issues.push({ code: "custom", input: value, path: [field], message, continue: true });
  });
}

export function tooLong(text: string, most: number): string | undefined {
  const over = lengthOf(text) - most;
  return over > 0 ? `${counted(over, "caractere", "caracteres")} além do limite de ${formatCount(most)}.` : undefined;
}

/** Counts like the services: code points of the text that is sent. */
export function lengthOf(text: string): number {
  return Array.from(writtenText(text)).length;
}
