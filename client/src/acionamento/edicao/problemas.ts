/** What is wrong with the fields of a form, by their paths in the graph's input: `procedimentos.0.valor`. */
export type Problemas = Readonly<Record<string, string>>;

/** The id of the field that a problem is about. */
export function idDoCampo(campo: string): string {
  return `campo-${campo.replaceAll(".", "-")}`;
}

/** Goes to the first field with a problem, in the order of the page. */
export function focusFirst(problemas: Problemas): void {
  const fields = Object.keys(problemas)
    .map((campo) => document.getElementById(idDoCampo(campo)))
    .filter((field) => field !== null);
  const [first] = fields.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  // A group of choices is entered by the first that may be chosen.
  const inside = first?.matches("fieldset") ? first.querySelector<HTMLElement>("input:enabled") : null;
  (inside ?? first)?.focus();
}

/** Those that have a field to stand at, and the texts of the others. */
export function divide(problemas: Problemas): { readonly noCampo: Problemas; readonly soltos: readonly string[] } {
  const [noCampo, soltos] = [true, false].map((has) =>
    Object.entries(problemas).filter(([campo]) => (document.getElementById(idDoCampo(campo)) !== null) === has),
  );
  return { noCampo: Object.fromEntries(noCampo ?? []), soltos: (soltos ?? []).map(([, mensagem]) => mensagem) };
}

/** Without those of a field that has been changed, and of what is inside of it. */
export function without(problemas: Problemas, campo: string): Problemas {
  return Object.fromEntries(
    Object.entries(problemas).filter(([each]) => each !== campo && !each.startsWith(`${campo}.`)),
  );
}
