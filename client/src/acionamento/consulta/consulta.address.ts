/**
 * Reads the filter, order and search text of the list, which `listTarget` writes: a number, or statuses with an insurer,
 * a period and whether they are the user's own. Invalid addresses are corrected.
 */
import type { Location } from "react-router";
import { hasCpf } from "../../format/cpfCnpj.ts";
import { thisYear } from "../../format/date.ts";
import { parseDay } from "../../format/dayInput.ts";
import { isSamePeriod, periodBetween, periodOfYear } from "../../format/period.ts";
import type { DataAcionamento, OrdemAcionamentos, PeriodoAcionamentos } from "../../gql/graphql.ts";
import { DEFAULT_ORDEM, type ListFilter, listTarget, MAX_STATUSES, MINE, ownName } from "../../shell/addresses.ts";
import { DEFAULT_STATUS } from "../../status.ts";
import { codesIn } from "../address.ts";

export const DEFAULT_FILTER: ListFilter = { statuses: [DEFAULT_STATUS] };

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

/** The filter of an address. Numbers have precedence over the status. */
export function filterOf(search: string): ListFilter {
  const params = new URLSearchParams(search);
  const sinistro = codesIn(params, "sinistro").find((code) => !hasCpf(code));
  if (sinistro) return { statuses: [], sinistro };
  const autorizacao = codesIn(params, "autorizacao").find((code) => !hasCpf(code));
  if (autorizacao) return { statuses: [], autorizacao };
  const statuses = [...new Set(codesIn(params, "status"))].slice(0, MAX_STATUSES);
  const [seguradora] = codesIn(params, "seguradora");
  const filter = { seguradora, periodo: periodIn(params), ...(params.has(MINE) && ownName() && { isMine: true }) };
  return statuses.length > 0 ? { statuses, ...filter } : { ...DEFAULT_FILTER, ...filter };
}

/** The dates that a period may be of, as the filter names them. */
export const DATES: Readonly<Record<DataAcionamento, string>> = {
  ABERTURA: "abertos",
  OCORRENCIA: "ocorridos",
  FATURAMENTO: "faturados",
};

/** The year of the chips' counts: the filter's, if its period is a whole year; else this year. */
export function countedYear({ periodo }: ListFilter): number {
  const year = Number(periodo?.de?.slice(0, 4) ?? thisYear());
  // The graph has the years from 2000 to 2100, and the one before is counted too.
  const isCounted = year > 2000 && year <= 2100;
  return isCounted && isSamePeriod(periodo, periodOfYear(year)) ? year : thisYear();
}

export function ordemOf(search: string): OrdemAcionamentos {
  const ordem = new URLSearchParams(search).get("ordem");
  return isOrdem(ordem) ? ordem : DEFAULT_ORDEM;
}

/** The query string of the same list as the portal writes it, if it differs. */
export function canonicalAddress(search: string): string | undefined {
  const right = listTarget(filterOf(search), ordemOf(search), buscaIn(search)).to.search;
  // Compare decoded values, since encodings may differ.
  return new URLSearchParams(search).toString() === right.slice(1) ? undefined : right;
}

/** Changes a part of a filter. A filter by number becomes one by the default status. */
export function filterWith({ sinistro, autorizacao, ...filter }: ListFilter, part: Partial<ListFilter>): ListFilter {
  return { ...filter, ...(sinistro || autorizacao ? DEFAULT_FILTER : {}), ...part };
}

/** The search text of a location: from its history state or, if it has none, from its address. */
export function buscaOf({ search, state }: Pick<Location, "search" | "state">): string {
  const { busca } = Object(state) as { readonly busca?: unknown };
  return typeof busca === "string" ? busca : buscaIn(search);
}

function buscaIn(search: string): string {
  return new URLSearchParams(search).get("busca")?.trim() ?? "";
}

function periodIn(params: URLSearchParams): PeriodoAcionamentos | undefined {
  const por = params.get("por")?.toUpperCase() ?? "";
  return isDate(por) ? periodBetween(por, dayIn(params, "de"), dayIn(params, "ate")) : undefined;
}

function dayIn(params: URLSearchParams, name: string): string {
  const text = params.get(name) ?? "";
  return parseDay(text) === text ? text : "";
}

function isDate(por: string): por is DataAcionamento {
  return Object.hasOwn(DATES, por);
}

function isOrdem(text: string | null): text is OrdemAcionamentos {
  return text !== null && Object.hasOwn(ORDENS, text);
}
