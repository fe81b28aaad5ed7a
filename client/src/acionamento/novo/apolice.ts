/** Which policy covers a day, and which of an insured's policies and pets a new acionamento is about. */
import { type Day, formatDay } from "../../format/date.ts";

/** First and last day of cover. A day that is not set does not limit it. */
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

/** What a policy is like on the day that it is seen from, where it is not in force. */
export function whyNotInForce(vigencia: Vigencia, day: Day, thisDay: Day): string | undefined {
  if (covers(vigencia, day)) return undefined;
  if (day !== thisDay) return `Não cobre ${formatDay(day)}`;
  if (vigencia.inicio !== null && thisDay < vigencia.inicio) return `Só vale a partir de ${formatDay(vigencia.inicio)}`;
  return vigencia.fim === null ? undefined : `Vencida em ${formatDay(vigencia.fim)}`;
}

/**
 * Whether a policy may be chosen. While the day of the event is open, one that has ended may: the event may have been
 * before. One that has not begun may not: no event is in the future.
 */
export function mayBeChosen(vigencia: Vigencia, ocorridoEm: Day | undefined, thisDay: Day): boolean {
  if (ocorridoEm !== undefined) return covers(vigencia, ocorridoEm);
  return vigencia.inicio === null || vigencia.inicio <= thisDay;
}

/** The policy that counts: the chosen one if it may be, otherwise the only one in force on that day. */
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

/** The pet that counts: the chosen one if the policy has it, otherwise its only one. */
export function effectivePet<T extends { readonly id: string }>(
  pets: readonly T[],
  chosenId: string | null,
): T | undefined {
  return pets.find(({ id }) => id === chosenId) ?? only(pets);
}

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
