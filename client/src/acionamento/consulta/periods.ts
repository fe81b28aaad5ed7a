/** The periods of the list's filter: their labels, and those that are offered. */
import { formatDay, monthOfYear, today } from "../../format/date.ts";
import { parseDay } from "../../format/dayInput.ts";
import type { DataAcionamento, PeriodoAcionamentos } from "../../gql/graphql.ts";
import { dayPeriod, monthOf, yearPeriod } from "../../shell/listAddress.ts";

const VERBS: Readonly<Record<DataAcionamento, string>> = {
  ABERTURA: "abertos",
  OCORRENCIA: "ocorridos",
  FATURAMENTO: "faturados",
};

/** The period in an address; `undefined` if it has none, or an invalid one. */
export function periodIn(params: URLSearchParams): PeriodoAcionamentos | undefined {
  const por = params.get("por")?.toUpperCase();
  if (!isDate(por)) return undefined;
  const [de, ate] = [dayIn(params, "de"), dayIn(params, "ate")];
  if ((!de && !ate) || (de && ate && de > ate)) return undefined;
  return { por, ...(de && { de }), ...(ate && { ate }) };
}

/** `abertos em novembro de 2026` */
export function periodLabel({ por, de, ate }: PeriodoAcionamentos): string {
  return `${VERBS[por]} ${daysLabel(de, ate)}`;
}

/** The periods that the filter offers. */
export function offeredPeriods(now = today()): readonly PeriodoAcionamentos[] {
  const year = Number(now.slice(0, 4));
  return [dayPeriod(now), monthOf(now), yearPeriod(year), yearPeriod(year - 1), monthOf(now, "FATURAMENTO")];
}

/** A text that equal periods share. */
export function periodKey(periodo: PeriodoAcionamentos | null | undefined): string {
  return periodo ? `${periodo.por} ${periodo.de ?? ""} ${periodo.ate ?? ""}` : "";
}

function daysLabel(de: string | null | undefined, ate: string | null | undefined): string {
  if (!de) return `até ${formatDay(ate ?? "")}`;
  if (!ate) return `desde ${formatDay(de)}`;
  if (de === ate) return `em ${formatDay(de)}`;
  const [year, month] = [Number(de.slice(0, 4)), Number(de.slice(5, 7))];
  const key = periodKey({ por: "ABERTURA", de, ate });
  if (key === periodKey(yearPeriod(year))) return `em ${year}`;
  return key === periodKey(monthOf(de)) ? `em ${monthOfYear(month, year)}` : `de ${formatDay(de)} a ${formatDay(ate)}`;
}

function dayIn(params: URLSearchParams, name: string): string | undefined {
  const [year = "", month, day] = (params.get(name) ?? "").split("-");
  const text = /^\d{4}$/.test(year) ? parseDay(`${day}/${month}/${year}`) : undefined;
  return text === params.get(name) ? text : undefined;
}

function isDate(por: string | undefined): por is DataAcionamento {
  return por !== undefined && Object.hasOwn(VERBS, por);
}
