/** Periods of whole days, months and years, as the graph takes them. */
import type { DataAcionamento, PeriodoAcionamentos } from "../gql/graphql.ts";
import type { Day } from "./date.ts";

export function periodOfDay(day: Day, por: DataAcionamento = "ABERTURA"): PeriodoAcionamentos {
  return { por, de: day, ate: day };
}

/** Of the month that a day lies in. */
export function periodOfMonth(day: Day, por: DataAcionamento = "ABERTURA"): PeriodoAcionamentos {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return { por, de: isoDay(year, month, 1), ate: isoDay(year, month + 1, 0) };
}

export function periodOfYear(year: number, por: DataAcionamento = "ABERTURA"): PeriodoAcionamentos {
  return { por, de: isoDay(year, 1, 1), ate: isoDay(year, 12, 31) };
}

/** `undefined` without a day, or if it ends before it begins. */
export function periodBetween(por: DataAcionamento, de: Day | "", ate: Day | ""): PeriodoAcionamentos | undefined {
  if ((!de && !ate) || (de && ate && de > ate)) return undefined;
  return { por, ...(de && { de }), ...(ate && { ate }) };
}

type MaybePeriod = PeriodoAcionamentos | undefined;

export function isSamePeriod(one: MaybePeriod, other: MaybePeriod): boolean {
  return one?.por === other?.por && (one?.de ?? "") === (other?.de ?? "") && (one?.ate ?? "") === (other?.ate ?? "");
}

/** A day by its numbers; months count from 1. */
export function isoDay(year: number, month: number, day: number): Day {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
