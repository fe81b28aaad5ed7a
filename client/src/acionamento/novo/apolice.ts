/** Which policy covers a day, and which of an insured's policies and pets a new acionamento is about. */
import { type Day, formatDay } from "../../format/date.ts";

/** First and last day of cover. A day that is not set does not limit it. */
export interface Vigencia {
  readonly inicio: Day | null;
  readonly fim: Day | null;
}

export function cobre({ inicio, fim }: Vigencia, dia: Day): boolean {
  return (inicio === null || inicio <= dia) && (fim === null || dia <= fim);
}

/** `21/03/2026 a 20/03/2027` */
export function periodo({ inicio, fim }: Vigencia): string {
  if (inicio !== null && fim !== null) return `${formatDay(inicio)} a ${formatDay(fim)}`;
  if (inicio !== null) return `desde ${formatDay(inicio)}`;
  return fim === null ? "sem limite de data" : `até ${formatDay(fim)}`;
}

/** What a policy is like on the day that it is seen from, where it is not in force. */
export function foraDeVigencia(vigencia: Vigencia, dia: Day, hoje: Day): string | undefined {
  if (cobre(vigencia, dia)) return undefined;
  if (dia !== hoje) return `Não cobre ${formatDay(dia)}`;
  if (vigencia.inicio !== null && hoje < vigencia.inicio) return `Só vale a partir de ${formatDay(vigencia.inicio)}`;
  return vigencia.fim === null ? undefined : `Vencida em ${formatDay(vigencia.fim)}`;
}

/**
 * Whether a policy may be chosen. While the day of the event is open, one that has ended may: the event may have been
 * before. One that has not begun may not: no event is in the future.
 */
export function podeEscolher(vigencia: Vigencia, ocorridoEm: Day | undefined, hoje: Day): boolean {
  if (ocorridoEm !== undefined) return cobre(vigencia, ocorridoEm);
  return vigencia.inicio === null || vigencia.inicio <= hoje;
}

/** The policy that counts: the chosen one if it may be, otherwise the only one in force on that day. */
export function apoliceValida<T extends Vigencia & { readonly numero: string }>(
  apolices: readonly T[],
  escolhida: string | null,
  ocorridoEm: Day | undefined,
  hoje: Day,
): T | undefined {
  const chosen = apolices.find(({ numero }) => numero === escolhida);
  if (chosen && podeEscolher(chosen, ocorridoEm, hoje)) return chosen;
  return only(apolices.filter((apolice) => cobre(apolice, ocorridoEm ?? hoje)));
}

/** The pet that counts: the chosen one if the policy has it, otherwise its only one. */
export function petValido<T extends { readonly id: string }>(
  pets: readonly T[],
  escolhido: string | null,
): T | undefined {
  return pets.find(({ id }) => id === escolhido) ?? only(pets);
}

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
