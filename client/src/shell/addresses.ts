/** Addresses of the list of acionamentos, and of the screens of one of them. */
import { mayHaveCpf } from "../format/cpfCnpj.ts";
import type { OrdemAcionamentos, PeriodoAcionamentos } from "../gql/graphql.ts";
import { currentSession } from "../session.ts";

/** The parameter of the signed-in user's own acionamentos. */
export const MINE = "meus";

/** The graph's maximum number of statuses of a list: each is a call to the services. */
export const MAX_STATUSES = 10;

/** The graph's maximum length of a search text. */
export const MAX_BUSCA = 200;

/** The default order, which is not in the address. */
export const DEFAULT_ORDEM: OrdemAcionamentos = "ABERTURA_DESC";

/** The graph's maximum length of a name in a filter. */
const MAX_USER_NAME = 100;

/** The name that limits a list to the user's own; empty if the API gives none, or one that is too long for the graph. */
export function ownName(): string {
  const nome = currentSession()?.usuario.nome.trim() ?? "";
  return Array.from(nome).length > MAX_USER_NAME ? "" : nome;
}

/** Acionamentos in some statuses, of one insurer or all, and of a period or all; or a number and no status. */
export interface ListFilter {
  readonly statuses: readonly string[];
  readonly seguradora?: string | undefined;
  readonly periodo?: PeriodoAcionamentos | undefined;
  /** Whether only those with an event of the signed-in user. The name itself stands in no address. */
  readonly isMine?: boolean;
  readonly sinistro?: string | undefined;
  readonly autorizacao?: string | undefined;
}

/** A list's address and history state, as `Link` takes them. */
export interface ListTarget {
  readonly to: { readonly pathname: string; readonly search: string };
  /** The search text, if it may not be in the address. */
  readonly state: { readonly busca: string } | null;
}

/** The only writer of a list's address. A search text that may have a CPF, or is too long, is in the history state instead. */
export function listTarget(filter: ListFilter, ordem = DEFAULT_ORDEM, busca = ""): ListTarget {
  const isPublic = !mayHaveCpf(busca) && Array.from(busca).length <= MAX_BUSCA;
  const params = new URLSearchParams(filterParams(filter));
  if (ordem !== DEFAULT_ORDEM) params.set("ordem", ordem);
  if (busca && isPublic) params.set("busca", busca);
  return {
    to: { pathname: "/consulta-acionamento", search: `?${params.toString()}` },
    state: isPublic ? null : { busca },
  };
}

function filterParams({ sinistro, autorizacao, statuses, seguradora, periodo, isMine }: ListFilter): string[][] {
  if (sinistro) return [["sinistro", sinistro]];
  if (autorizacao) return [["autorizacao", autorizacao]];
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

export function viewAddress(sinistro: string): string {
  return `/visualiza-acionamento?${new URLSearchParams({ sinistro }).toString()}`;
}

export function reopenAddress(sinistro: string): string {
  return `/reabre-acionamento?${new URLSearchParams({ sinistro }).toString()}`;
}
