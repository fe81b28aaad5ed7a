/** What is wrong with the fields of a form, by their paths in the graph's input: `procedimentos.0.valor`. */
export type Problems = Readonly<Record<string, string>>;

/** The id of the field that a problem is about. */
export function fieldId(campo: string): string {
  return `field-${campo.replaceAll(".", "-")}`;
}

/** Goes to the first field with a problem, in the order of the page. */
export function focusFirst(problems: Problems): void {
  const fields = Object.keys(problems)
    .map((campo) => document.getElementById(fieldId(campo)))
    .filter((field) => field !== null);
  const [first] = fields.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  // A group of choices is entered by the first that may be chosen.
  const inside = first?.matches("fieldset") ? first.querySelector<HTMLElement>("input:enabled") : null;
  (inside ?? first)?.focus();
}

/** The texts of those that have no field to stand at. */
export function textsWithoutField(problems: Problems): readonly string[] {
  return Object.entries(problems)
    .filter(([campo]) => document.getElementById(fieldId(campo)) === null)
    .map(([, text]) => text);
}

/** Without those of a field that has been changed, and of what is inside of it. */
export function without(problems: Problems, campo: string): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(([each]) => each !== campo && !each.startsWith(`${campo}.`)),
  );
}
