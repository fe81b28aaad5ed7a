import { today } from "../format/date.ts";

/** Where the chosen year stands in the address. */
export const YEAR_PARAM = "ano";

/** The first year that can be asked for. */
const OLDEST = 2000;

/** The first year that is offered. */
const FIRST_OFFERED = 2020;

/** The year it is in São Paulo. */
export function thisYear(now = new Date()): number {
  return Number(today(now).slice(0, 4));
}

/** The year that an address asks for; this year where it asks for none, or for one that cannot be. */
export function chosenYear(search: URLSearchParams, now = new Date()): number {
  const text = search.get(YEAR_PARAM) ?? "";
  const year = /^\d{4}$/.test(text) ? Number(text) : 0;
  return year >= OLDEST && year <= thisYear(now) ? year : thisYear(now);
}

/** The years to choose from, newest first, whatever year an address has asked for among them. */
export function offeredYears(chosen: number, now = new Date()): readonly number[] {
  const newest = thisYear(now);
  const oldest = Math.min(chosen, FIRST_OFFERED);
  return Array.from({ length: newest - oldest + 1 }, (_, back) => newest - back);
}
