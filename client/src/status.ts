/** What the portal knows of statuses, which are the services': an unknown one is grey and stands after the others. */

/** Colours of the known statuses, in display order. */
const TONES = new Map([
  ["ABERTO", "blue"],
  ["EM_ANALISE", "amber"],
  ["AUTORIZADO", "teal"],
  ["FATURADO", "green"],
  ["REABERTO", "violet"],
  ["NEGADO", "red"],
  ["CANCELADO", "gray"],
]);
const ORDER = [...TONES.keys()];

/** The status of the list without a filter. If the services do not know it, the list is empty and offers the others. */
export const FIRST_STATUS = "ABERTO";

/** The statuses of acionamentos in progress. */
export const OPEN_STATUSES = {
  aberto: "ABERTO",
  emAnalise: "EM_ANALISE",
  autorizado: "AUTORIZADO",
  reaberto: "REABERTO",
};

const OPEN: ReadonlySet<string> = new Set(Object.values(OPEN_STATUSES));

export function toneOf(codigo: string): string {
  const tone = `tone-${TONES.get(codigo) ?? "gray"}`;
  return OPEN.has(codigo) ? tone : `${tone} tone-closed`;
}

/** The place of a status in display order; unknown ones share the last one. */
export function placeOf(codigo: string): number {
  const place = ORDER.indexOf(codigo);
  return place < 0 ? ORDER.length : place;
}
