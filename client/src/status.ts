/** What the portal knows of statuses, which are the services': an unknown one is grey and stands after the others. */

/** Colours and usual names of the known statuses, in display order. */
const KNOWN = new Map([
  ["ABERTO", { tone: "blue", name: "Aberto" }],
  ["EM_ANALISE", { tone: "amber", name: "Em análise" }],
  ["AUTORIZADO", { tone: "teal", name: "Autorizado" }],
  ["FATURADO", { tone: "green", name: "Faturado" }],
  ["REABERTO", { tone: "violet", name: "Reaberto" }],
  ["NEGADO", { tone: "red", name: "Negado" }],
  ["CANCELADO", { tone: "gray", name: "Cancelado" }],
]);
const ORDER = [...KNOWN.keys()];

/** The status of the list without a filter. If the services do not know it, the list is empty and offers the others. */
export const DEFAULT_STATUS = "ABERTO";

/** The statuses of acionamentos in progress. The documents in painel.graphql and novo.graphql name them too. */
export const OPEN_STATUSES: readonly string[] = ["ABERTO", "EM_ANALISE", "AUTORIZADO", "REABERTO"];

export function toneOf(codigo: string): string {
  const tone = `tone-${KNOWN.get(codigo)?.tone ?? "gray"}`;
  return OPEN_STATUSES.includes(codigo) ? tone : `${tone} tone-closed`;
}

/** The usual name of a status that no counts have named. Any other is called by its code there. */
export function usualName(codigo: string): string | undefined {
  return KNOWN.get(codigo)?.name;
}

/** The place of a status in display order; unknown ones share the last one. */
export function placeOf(codigo: string): number {
  const place = ORDER.indexOf(codigo);
  return place < 0 ? ORDER.length : place;
}
