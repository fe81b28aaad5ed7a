/** Validation errors of a form by path in the GraphQL input: `procedimentos.0.valor`. */
export type Problems = Readonly<Record<string, string>>;

/** The element id of a field. */
export function fieldId(campo: string): string {
  return `field-${campo.replaceAll(".", "-")}`;
}

/** Focuses the first field with a problem, in document order. */
export function focusFirstProblem(problems: Problems): void {
  const fields = Object.keys(problems)
    .map((campo) => document.getElementById(fieldId(campo)))
    .filter((field) => field !== null);
  const [first] = fields.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  // In a radio group, the first enabled option.
  const inside = first?.matches("fieldset") ? first.querySelector<HTMLElement>("input:enabled") : null;
  (inside ?? first)?.focus();
}

/** Messages of problems without a field on the page. */
export function textsWithoutField(problems: Problems): readonly string[] {
  return Object.entries(problems)
    .filter(([campo]) => document.getElementById(fieldId(campo)) === null)
    .map(([, text]) => text);
}

/** Removes the problems of a changed field and its subfields. */
export function without(problems: Problems, campo: string): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(([each]) => each !== campo && !each.startsWith(`${campo}.`)),
  );
}
