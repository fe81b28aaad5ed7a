/** Policy cover on a date, and preselection of policy and pet. */
import { type Day, formatDay } from "../../format/date.ts";

/** First and last day of cover; null means unlimited. */
export interface Vigencia {
  readonly inicio: Day | null;
  readonly fim: Day | null;
}

export function covers({ inicio, fim }: Vigencia, day: Day): boolean {
  return (inicio === null || inicio <= day) && (fim === null || day <= fim);
}

/** `21/03/2026 a 20/03/2027` */
export function periodOf({ inicio, fim }: Vigencia): string {
  if (inicio !== null && fim !== null) return `${formatDay(inicio)} a ${formatDay(fim)}`;
  if (inicio !== null) return `desde ${formatDay(inicio)}`;
  return fim === null ? "sem limite de data" : `até ${formatDay(fim)}`;
}

/** Why a policy is not in force on a day. */
export function whyNotInForce(vigencia: Vigencia, day: Day, thisDay: Day): string | undefined {
  if (covers(vigencia, day)) return undefined;
  if (day !== thisDay) return `Não cobre ${formatDay(day)}`;
  if (vigencia.inicio !== null && thisDay < vigencia.inicio) return `Só vale a partir de ${formatDay(vigencia.inicio)}`;
  return vigencia.fim === null ? undefined : `Vencida em ${formatDay(vigencia.fim)}`;
}

/**
 * Whether a policy can be chosen. Without a date of the event, an expired policy can (the event may be earlier), a future
 * one cannot.
 */
export function mayBeChosen(vigencia: Vigencia, ocorridoEm: Day | undefined, thisDay: Day): boolean {
  if (ocorridoEm !== undefined) return covers(vigencia, ocorridoEm);
  return vigencia.inicio === null || vigencia.inicio <= thisDay;
}

/** The chosen policy if it is valid, otherwise the only one in force on that day. */
export function effectiveApolice<T extends Vigencia & { readonly numero: string }>(
  apolices: readonly T[],
  chosenNumero: string | null,
  ocorridoEm: Day | undefined,
  thisDay: Day,
): T | undefined {
  const chosen = apolices.find(({ numero }) => numero === chosenNumero);
  if (chosen && mayBeChosen(chosen, ocorridoEm, thisDay)) return chosen;
  return only(apolices.filter((apolice) => covers(apolice, ocorridoEm ?? thisDay)));
}

/** The chosen pet if it is on the policy, otherwise the only one. */
export function effectivePet<T extends { readonly id: string }>(
  pets: readonly T[],
  chosenId: string | null,
): T | undefined {
  return pets.find(({ id }) => id === chosenId) ?? only(pets);
}

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
