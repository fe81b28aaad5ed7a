/**
 * The question that the list answers, as it stands in the address. The services answer four, and an address asks
 * exactly one of them, whatever has been written into it. What may be about a person, a CPF or the text of a search,
 * never stands in an address: see `buscaOf` for where that is kept.
 */
import { cleanCpfCnpj, isCpfCnpj } from "../../format/cpfCnpj.ts";
import type { FiltroAcionamentos, OrdemAcionamentos } from "../../gql/graphql.ts";

/** Whose address it is. */
export const CONSULTA = "/consulta-acionamento";

/** One of the four questions. */
export type Filter = FiltroAcionamentos;

/**
 * The status that is asked for where the address names none: an attendant's day begins with what is open. Statuses are
 * data of the services, so this code is an assumption: if they know none such, the list is empty and the chips lead on.
 */
export const FIRST_STATUS = "ABERTO";

/** The graph's own order, which goes without saying. */
export const FIRST_ORDEM: OrdemAcionamentos = "ABERTURA_DESC";

/** The orders as people choose them. */
export const ORDENS: Readonly<Record<OrdemAcionamentos, string>> = {
  ABERTURA_DESC: "Abertos há menos tempo",
  ABERTURA_ASC: "Abertos há mais tempo",
  VALOR_DESC: "Maior total",
  VALOR_ASC: "Menor total",
  SEGURADO_ASC: "Segurado, de A a Z",
};

/** As long as the graph takes a code or a number. */
const MOST = 100;

/** The question of an address; `undefined` where it asks none. A whole number says more than a status. */
export function filterOf(search: string): Filter | undefined {
  const params = new URLSearchParams(search);
  const sinistro = first(params, "sinistro", isNotCpf);
  if (sinistro) return { sinistro };
  const autorizacao = first(params, "autorizacao", isNotCpf);
  if (autorizacao) return { autorizacao };
  const status = first(params, "status");
  const seguradora = first(params, "seguradora");
  return status || seguradora ? filterByStatus(status ?? FIRST_STATUS, seguradora) : undefined;
}

/** The order of an address. */
export function ordemOf(search: string): OrdemAcionamentos {
  const ordem = new URLSearchParams(search).get("ordem");
  return isOrdem(ordem) ? ordem : FIRST_ORDEM;
}

/** What stands in the address for a question and an order. */
export function searchOf(filter: Filter, ordem: OrdemAcionamentos = FIRST_ORDEM): string {
  const params = new URLSearchParams(partsOf(filter));
  if (ordem !== FIRST_ORDEM) params.set("ordem", ordem);
  return `?${params.toString()}`;
}

/** The address as it should read, if it reads otherwise. */
export function canonicalSearch(search: string): string | undefined {
  const right = searchOf(filterOf(search) ?? { status: FIRST_STATUS }, ordemOf(search));
  // By their meaning: there is more than one way to write a character.
  return new URLSearchParams(search).toString() === right.slice(1) ? undefined : right;
}

/** The status that a question asks for. */
export function statusOf(filter: Filter): string | undefined {
  const status = filter.status ?? filter.seguradoraStatus?.status;
  return status === undefined ? undefined : String(status);
}

/** The insurer whose acionamentos a question asks for. */
export function seguradoraOf(filter: Filter): string | undefined {
  return filter.seguradoraStatus && String(filter.seguradoraStatus.seguradora);
}

/** The question for a status, of one insurer or of all. */
export function filterByStatus(status: string, seguradora: string | undefined): Filter {
  return seguradora ? { seguradoraStatus: { seguradora, status } } : { status };
}

/** The text that the list is searched for, from the state of its place in the history: it may be a CPF, or a name. */
export function buscaOf(state: unknown): string {
  const { busca } = Object(state) as { readonly busca?: unknown };
  return typeof busca === "string" ? busca : "";
}

/** What a place in the history keeps. */
export function stateOf(busca: string): { readonly busca: string } | null {
  return busca ? { busca } : null;
}

/** A number as it was typed or pasted. Only digits with something between them: what is between is not part of it. */
export function cleanNumber(text: string): string {
  const bare = trim(text);
  return /^[\d\s.\-/]+$/.test(bare) ? bare.replace(/\D/g, "") : bare;
}

/** Why a text cannot be looked up as a number, which would put it into the address. */
export function numberError(text: string): string | undefined {
  if (!isNotCpf(text)) return "Isto é um CPF. Procure por ele no campo “Buscar na lista”.";
  if (!/\d/.test(text)) return "Um número tem algarismos. Para procurar um nome, use “Buscar na lista”.";
  return undefined;
}

function partsOf(filter: Filter): Record<string, string> {
  const { sinistro, autorizacao } = filter;
  if (sinistro) return { sinistro };
  if (autorizacao) return { autorizacao };
  const seguradora = seguradoraOf(filter);
  return { ...(seguradora && { seguradora }), status: statusOf(filter) ?? FIRST_STATUS };
}

/** The first value under a name that can be asked for. */
function first(
  params: URLSearchParams,
  name: string,
  isGood: (value: string) => boolean = Boolean,
): string | undefined {
  return params
    .getAll(name)
    .map(trim)
    .find((value) => value !== "" && Array.from(value).length <= MOST && isGood(value));
}

function isNotCpf(text: string): boolean {
  return !(isCpfCnpj(text) && cleanCpfCnpj(text).length === 11);
}

function isOrdem(text: string | null): text is OrdemAcionamentos {
  return text !== null && Object.hasOwn(ORDENS, text);
}

/** Without what is no character around it, controls included, which the graph takes for blank too. */
function trim(text: string): string {
  return text.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, "");
}
