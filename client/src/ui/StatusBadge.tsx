/** Tones of the statuses that are known today. The services own the set: any other is shown in grey, by its text. */
const TONES: Readonly<Record<string, string>> = {
  ABERTO: "blue",
  EM_ANALISE: "amber",
  AUTORIZADO: "teal",
  NEGADO: "red",
  FATURADO: "green",
  CANCELADO: "gray",
  REABERTO: "violet",
};

/** The class that gives an element the tones of a status. */
export function toneOf(codigo: string): string {
  return `tone-${TONES[codigo] ?? "gray"}`;
}

/** A status, by its text; the colour only helps to find it again. */
export function StatusBadge({ status }: { readonly status: { readonly codigo: string; readonly descricao: string } }) {
  return <span className={`status ${toneOf(status.codigo)}`}>{status.descricao}</span>;
}
