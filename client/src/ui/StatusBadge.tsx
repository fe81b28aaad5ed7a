/** Colours of the known statuses. The services own the set: unknown ones are grey. */
const TONES: Readonly<Record<string, string>> = {
  ABERTO: "blue",
  EM_ANALISE: "amber",
  AUTORIZADO: "teal",
  NEGADO: "red",
  FATURADO: "green",
  CANCELADO: "gray",
  REABERTO: "violet",
};

/** The CSS class with the colours of a status. */
export function toneOf(codigo: string): string {
  return `tone-${TONES[codigo] ?? "gray"}`;
}

/** A status as text; the colour is only an aid. */
export function StatusBadge({ status }: { readonly status: { readonly codigo: string; readonly descricao: string } }) {
  return <span className={`status ${toneOf(status.codigo)}`}>{status.descricao}</span>;
}
