import { thisYear } from "../format/date.ts";

/** Search parameter of the year. */
export const YEAR_PARAM = "ano";

/** The first valid year. */
const OLDEST = 2000;

/** The first year in the select. */
const FIRST_OFFERED = 2020;

/** The year in an address; the current year if it is missing or invalid. */
export function chosenYear(search: URLSearchParams, now?: Date): number {
  const text = search.get(YEAR_PARAM) ?? "";
  const year = /^\d{4}$/.test(text) ? Number(text) : 0;
  return year >= OLDEST && year <= thisYear(now) ? year : thisYear(now);
}

/** The years of the select, newest first, including the chosen one. */
export function offeredYears(chosen: number, now?: Date): readonly number[] {
  const newest = thisYear(now);
  const oldest = Math.min(chosen, FIRST_OFFERED);
  return Array.from({ length: newest - oldest + 1 }, (_, back) => newest - back);
}
