/** Addresses of the list of acionamentos and of one of them. */
import type { OrdemAcionamentos, PeriodoAcionamentos } from "../gql/graphql.ts";
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
}

export function listParams({ statuses, seguradora, periodo, isMine }: ListFilter): [string, string][] {
  const all = [
    ["seguradora", seguradora],
    ...statuses.map((status) => ["status", status] as const),
    ["por", periodo?.por.toLowerCase()],
    ["de", periodo?.de],
    ["ate", periodo?.ate],
    [MINE, isMine && "sim"],
  ] as const;
  return all.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** The address of a list; `undefined` if it has no statuses, or too many. */
export function listAddress(filter: ListFilter, ordem?: OrdemAcionamentos): string | undefined {
  const { length } = filter.statuses;
  if (length === 0 || length > MAX_STATUSES) return undefined;
  const params = new URLSearchParams(listParams(filter));
  if (ordem) params.set("ordem", ordem);
  return `/consulta-acionamento?${params.toString()}`;
}

export function viewAddress(sinistro: string): string {
  return `/visualiza-acionamento?${new URLSearchParams({ sinistro }).toString()}`;
}
