/** Addresses of the list of acionamentos and of one of them, and the periods of the list's filter. */
import type { DataAcionamento, OrdemAcionamentos, PeriodoAcionamentos } from "../gql/graphql.ts";
import type { Day } from "../format/date.ts";
import { currentSession } from "../session.ts";

/** The parameter of the signed-in user's own acionamentos. */
export const MINE = "meus";

/** The graph's maximum number of statuses of a list: each is a call to the services. */
export const MAX_STATUSES = 10;

/** The graph's maximum length of a name in a filter. */
const MAX_USER_NAME = 100;

/** The name that limits a list to the user's own; empty if the API gives none, or one that is too long for the graph. */
export function ownName(): string {
  const nome = currentSession()?.usuario.nome.trim() ?? "";
  return Array.from(nome).length > MAX_USER_NAME ? "" : nome;
}

/** Acionamentos in some statuses, of one insurer or all, and of a period or all. */
export interface ListFilter {
  readonly statuses: readonly string[];
  readonly seguradora?: string | undefined;
  readonly periodo?: PeriodoAcionamentos | undefined;
  /** Whether only those with an event of the signed-in user. The name itself stands in no address. */
  readonly isMine?: boolean;
  readonly ordem?: OrdemAcionamentos;
}

export function listParams({ statuses, seguradora, periodo, isMine, ordem }: ListFilter): [string, string][] {
  const all = [
    ["seguradora", seguradora],
    ...statuses.map((status) => ["status", status] as const),
    ["por", periodo?.por.toLowerCase()],
    ["de", periodo?.de],
    ["ate", periodo?.ate],
    [MINE, isMine && "sim"],
    ["ordem", ordem],
  ] as const;
  return all.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** The address of a list; `undefined` if it has no statuses, or too many. */
export function listAddress(filter: ListFilter): string | undefined {
  const { length } = filter.statuses;
  if (length === 0 || length > MAX_STATUSES) return undefined;
  return `/consulta-acionamento?${new URLSearchParams(listParams(filter)).toString()}`;
}

export function viewAddress(sinistro: string): string {
  return `/visualiza-acionamento?${new URLSearchParams({ sinistro }).toString()}`;
}

export function dayPeriod(day: Day, por: DataAcionamento = "ABERTURA"): PeriodoAcionamentos {
  return { por, de: day, ate: day };
}

/** A month, 1 to 12. */
export function monthPeriod(year: number, month: number, por: DataAcionamento = "ABERTURA"): PeriodoAcionamentos {
  return { por, de: isoDay(year, month, 1), ate: isoDay(year, month + 1, 0) };
}

export function monthOf(day: Day, por?: DataAcionamento): PeriodoAcionamentos {
  return monthPeriod(Number(day.slice(0, 4)), Number(day.slice(5, 7)), por);
}

export function yearPeriod(year: number, por: DataAcionamento = "ABERTURA"): PeriodoAcionamentos {
  return { por, de: isoDay(year, 1, 1), ate: isoDay(year, 12, 31) };
}

function isoDay(year: number, month: number, day: number): Day {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
