/**
 * The filter, order and search text of the list in the address: a number, or statuses with an insurer, a period and
 * whether they are the user's own. Invalid addresses are corrected. A CPF is never in the address: a search text with one
 * is in the history state.
 */
import type { Location } from "react-router";
import { isCpf } from "../../format/cpfCnpj.ts";
import { thisYear } from "../../format/date.ts";
import { parseDay } from "../../format/dayInput.ts";
import { visibleText } from "../../format/pasted.ts";
import type { DataAcionamento, FiltroAcionamentos, OrdemAcionamentos, PeriodoAcionamentos } from "../../gql/graphql.ts";
import { currentSession } from "../../session.ts";
import { listParams, MAX_STATUSES, MINE, yearPeriod } from "../../shell/listAddress.ts";
import { FIRST_STATUS } from "../../status.ts";

export type Filter = FiltroAcionamentos;

/** The default order, which is not in the address. */
const FIRST_ORDEM: OrdemAcionamentos = "ABERTURA_DESC";

export const ORDENS: Readonly<Record<OrdemAcionamentos, string>> = {
  ABERTURA_DESC: "Abertos há menos tempo",
  ABERTURA_ASC: "Abertos há mais tempo",
  VALOR_DESC: "Maior total",
  VALOR_ASC: "Menor total",
  SEGURADO_ASC: "Segurado, de A a Z",
  SEGURADO_DESC: "Segurado, de Z a A",
  SINISTRO_ASC: "Sinistro, do menor ao maior",
  SINISTRO_DESC: "Sinistro, do maior ao menor",
  AUTORIZACAO_ASC: "Autorização, da menor à maior",
  AUTORIZACAO_DESC: "Autorização, da maior à menor",
  PET_ASC: "Pet, de A a Z",
  PET_DESC: "Pet, de Z a A",
  SEGURADORA_ASC: "Seguradora, de A a Z",
  SEGURADORA_DESC: "Seguradora, de Z a A",
  STATUS_ASC: "Status, de A a Z",
  STATUS_DESC: "Status, de Z a A",
};

/** The graph's maximum length of a code or number. */
const MAX_LENGTH = 100;

/** The graph's maximum length of a search text. */
const MAX_BUSCA = 200;

/** The filter of an address; `undefined` if there is none. Numbers have precedence over the status. */
export function filterOf(search: string): Filter | undefined {
  const params = new URLSearchParams(search);
  const [sinistro] = valid(params, "sinistro", isNotCpf);
  if (sinistro) return { sinistro };
  const [autorizacao] = valid(params, "autorizacao", isNotCpf);
  if (autorizacao) return { autorizacao };
  const statuses = [...new Set(valid(params, "status"))].slice(0, MAX_STATUSES);
  const [seguradora] = valid(params, "seguradora");
  const periodo = periodIn(params);
  const usuario = params.has(MINE) ? currentSession()?.usuario.nome : undefined;
  if (statuses.length === 0 && !seguradora && !periodo && !usuario) return undefined;
  return filterByStatus(statuses.length > 0 ? statuses : [FIRST_STATUS], { seguradora, periodo, usuario });
}

/** The dates that a period may be of, as the filter names them. */
export const DATES: Readonly<Record<DataAcionamento, string>> = {
  ABERTURA: "abertos",
  OCORRENCIA: "ocorridos",
  FATURAMENTO: "faturados",
};

/** A period of these days; `undefined` without a day, or if it ends before it begins. */
export function periodOf(por: DataAcionamento, de: string, ate: string): PeriodoAcionamentos | undefined {
  if ((!de && !ate) || (de && ate && de > ate)) return undefined;
  return { por, ...(de && { de }), ...(ate && { ate }) };
}

/** The year whose counts are those of a filter's lists: that of its period, or the current one. */
export function countedYear({ periodo }: Filter): number {
  const year = Number(periodo?.de?.slice(0, 4) ?? thisYear());
  return periodo && isSamePeriod(periodo, yearPeriod(year)) ? year : thisYear();
}

export function isSamePeriod(one: Filter["periodo"], other: Filter["periodo"]): boolean {
  return one?.por === other?.por && (one?.de ?? "") === (other?.de ?? "") && (one?.ate ?? "") === (other?.ate ?? "");
}

export function ordemOf(search: string): OrdemAcionamentos {
  const ordem = new URLSearchParams(search).get("ordem");
  return isOrdem(ordem) ? ordem : FIRST_ORDEM;
}

/** The search string of a filter, an order and a search text. */
export function searchOf(filter: Filter, ordem: OrdemAcionamentos = FIRST_ORDEM, busca = ""): string {
  const params = new URLSearchParams(paramsOf(filter));
  if (ordem !== FIRST_ORDEM) params.set("ordem", ordem);
  if (isPublicBusca(busca)) params.set("busca", busca);
  return `?${params.toString()}`;
}

/** The canonical search string, if it differs. */
export function canonicalSearch(search: string): string | undefined {
  const right = searchOf(filterOf(search) ?? { status: FIRST_STATUS }, ordemOf(search), buscaIn(search));
  // Compare decoded values, since encodings may differ.
  return new URLSearchParams(search).toString() === right.slice(1) ? undefined : right;
}

/** The statuses of a filter; none of a number. */
export function statusesOf({ status, statusEm }: Filter): readonly string[] {
  return (statusEm ? [statusEm].flat() : status ? [status] : []).map(String);
}

export function seguradoraOf({ seguradora }: Filter): string | undefined {
  return seguradora ? String(seguradora) : undefined;
}

/** The filter for one or several statuses, of one insurer or all, and of a period or all. */
export function filterByStatus(
  [status = FIRST_STATUS, ...others]: readonly string[],
  { seguradora, periodo, usuario }: Pick<Filter, "seguradora" | "periodo" | "usuario"> = {},
): Filter {
  return {
    ...(others.length > 0 ? { statusEm: [status, ...others] } : { status }),
    ...(seguradora && { seguradora }),
    ...(periodo && { periodo }),
    ...(usuario && { usuario }),
  };
}

/** The search text of a location: from its history state or, if it has none, from its address. */
export function buscaOf({ search, state }: Pick<Location, "search" | "state">): string {
  return hiddenBuscaOf(state) ?? buscaIn(search);
}

/** The search text of a history state. */
export function hiddenBuscaOf(state: unknown): string | undefined {
  const { busca } = Object(state) as { readonly busca?: unknown };
  return typeof busca === "string" ? busca : undefined;
}

/**
 * The history state for a search text that must not be in the address: one with a CPF, and the one that is in the history
 * state already, since the search of the top bar puts names there.
 */
export function stateOf(busca: string, hidden?: string): { readonly busca: string } | null {
  return busca && (busca === hidden || !isPublicBusca(busca)) ? { busca } : null;
}

/** Why a text is not accepted as a number (it would be in the address). */
export function numberError(text: string): string | undefined {
  if (!isNotCpf(text)) return "Isto é um CPF. Procure por ele no campo “Buscar na lista”.";
  if (!/\d/.test(text)) return "Um número tem algarismos. Para procurar um nome, use “Buscar na lista”.";
  if (Array.from(text).length > MAX_LENGTH) return `Um número tem no máximo ${MAX_LENGTH} caracteres.`;
  return undefined;
}

function buscaIn(search: string): string {
  const busca = trim(new URLSearchParams(search).get("busca") ?? "");
  return isPublicBusca(busca) ? busca : "";
}

/** Whether a search text may be in the address: it has no 11 digits that may be a CPF, and the graph takes it. */
function isPublicBusca(busca: string): boolean {
  const hasCpf = /(?<!\d)\d{3}\D{0,3}\d{3}\D{0,3}\d{3}\D{0,3}\d{2}(?!\d)/.test(visibleText(busca));
  return busca !== "" && !hasCpf && Array.from(busca).length <= MAX_BUSCA;
}

function paramsOf(filter: Filter): [string, string][] {
  const { sinistro, autorizacao, periodo, usuario } = filter;
  if (sinistro) return [["sinistro", sinistro]];
  if (autorizacao) return [["autorizacao", autorizacao]];
  const statuses = statusesOf(filter);
  return listParams({
    statuses: statuses.length > 0 ? statuses : [FIRST_STATUS],
    seguradora: seguradoraOf(filter),
    periodo: periodo ?? undefined,
    isMine: !!usuario,
  });
}

function periodIn(params: URLSearchParams): PeriodoAcionamentos | undefined {
  const por = params.get("por")?.toUpperCase() ?? "";
  return isDate(por) ? periodOf(por, dayIn(params, "de"), dayIn(params, "ate")) : undefined;
}

function dayIn(params: URLSearchParams, name: string): string {
  const text = params.get(name) ?? "";
  return parseDay(text) === text ? text : "";
}

function isDate(por: string): por is DataAcionamento {
  return Object.hasOwn(DATES, por);
}

function valid(params: URLSearchParams, name: string, isGood: (value: string) => boolean = Boolean): readonly string[] {
  return params
    .getAll(name)
    .map(trim)
    .filter((value) => value !== "" && Array.from(value).length <= MAX_LENGTH && isGood(value));
}

function isNotCpf(text: string): boolean {
  return !isCpf(text);
}

function isOrdem(text: string | null): text is OrdemAcionamentos {
  return text !== null && Object.hasOwn(ORDENS, text);
}

/** Trims white space and control characters, like the graph. */
function trim(text: string): string {
  return text.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, "");
}
