/** Parses typed or pasted dates: `19/11/2026`, `19112026`, `5/1/26`, `19/11`, `2026-11-19`, `2026/11/19`, `19/11/2026, 14:03`. */
import type { Day } from "./date.ts";
import { visibleText } from "./pasted.ts";

/** The time behind a complete date, as lists and other programs show instants. */
const TIME =
  /(?<=^\s*(?:\d{1,2}[-./]\d{1,2}[-./]\d{4}|\d{4}[-./]\d{2}[-./]\d{2}))(?:T|,?\s+(?:às\s+)?)\d{1,2}[:h]\d{2}[\d:.]*\s*(?:Z|[+-][\d:]+)?\s*$/;

/** Adds slashes, also to an incomplete date. Other texts are returned unchanged: a part of one may be another date. */
export function formatDayInput(typed: string): string {
  // A year that was typed first: it has become a day and a month that does not exist.
  const text = visibleText(typed)
    .replace(/^\s*(19|20)\/([2-9]\d|1[3-9])(?=[-.]|\/$)/, "$1$2")
    .replace(TIME, "");
  const [, y, m, d] = /^\s*(\d{4})[-./](\d{2})[-./](\d{2})\s*$/.exec(text) ?? [];
  if (y && m && d) return `${d}/${m}/${y}`;
  if (/^\d{4}[-./][\d-./]*$/.test(text)) return text;
  if (hasWords(text) || /^\D*\p{L}\D*$/u.test(text)) return text;
  const parts = text.split(/\D+/).filter((part) => part !== "");
  if (parts.length > 3 || (parts.length === 3 && parts.some((part, index) => part.length > (index < 2 ? 2 : 4))))
    return text;
  // A single digit followed by a separator is a complete day or month.
  const isEnded = /\d\D+$/.test(text);
  const digits = parts
    .map((part, index) => (index < 2 && (index < parts.length - 1 || isEnded) ? part.padStart(2, "0") : part))
    .join("");
  if (digits.length > 8) return text;
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter((part) => part !== "").join("/");
}

/** Whether something else belongs to the date: the name of a month, another date, digits of another script. */
function hasWords(text: string): boolean {
  const bare = text.replace(/\bde\b/gi, " ");
  const isComplete = bare.replace(/\D/g, "").length === 8;
  return /\d.*\p{L}.*\d|[^\P{Nd}\d]/su.test(bare) || (!isComplete && /\d.*\p{L}/su.test(bare));
}

/** The date, or `undefined` if it is invalid or incomplete. */
export function parseDay(text: string): Day | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(formatDayInput(text)) ?? [];
  const iso = `${year}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** Completes a missing year: this century, or the latest year in which the date is not after `latest`. */
export function completeDay(text: string, latest: Day): string {
  const typed = formatDayInput(text);
  if (/^\d{2}\/\d{2}\/\d{2}$/.test(typed)) return `${typed.slice(0, 6)}20${typed.slice(6)}`;
  if (!/^\d{2}\/\d{2}$/.test(typed)) return typed;
  const lastYear = Number(latest.slice(0, 4));
  // Eight years at most lie between two 29ths of February.
  const years = Array.from({ length: 9 }, (_, ago) => lastYear - ago);
  const year = years.find((each) => (parseDay(`${typed}/${each}`) ?? "9999") <= latest);
  return `${typed}/${year ?? lastYear}`;
}

export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return Number.isNaN(date.getTime()) ? day : date.toISOString().slice(0, 10);
}
