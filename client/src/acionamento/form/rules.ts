import * as z from "zod/mini";

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
