/** Dates (`2026-11-19`) and instants in São Paulo's time zone. What cannot be read is shown as it came. */
import { serverNow } from "../clock.ts";
import { once } from "./once.ts";

const TIME_ZONE = "America/Sao_Paulo";

const instant = once(
  () => new Intl.DateTimeFormat("pt-BR", { timeZone: TIME_ZONE, dateStyle: "short", timeStyle: "short" }),
);
const time = once(() => new Intl.DateTimeFormat("pt-BR", { timeZone: TIME_ZONE, timeStyle: "short" }));
const isoDay = once(() => new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE }));
const longMonth = once(() => new Intl.DateTimeFormat("pt-BR", { timeZone: "UTC", month: "long", year: "numeric" }));
const month = once(() => new Intl.DateTimeFormat("pt-BR", { timeZone: "UTC", month: "short" }));

/** A calendar day as `YYYY-MM-DD`. */
export type Day = string;

/** `19/11/2026` */
export function formatDay(value: Day): string {
  return value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, "$3/$2/$1");
}

/** `20/11/2026, 14:03` */
export function formatInstant(value: string): string {
  return written(instant, value);
}

/** `há 5 min`, `há 3 h`, `há 2 dias`. */
export function formatAgo(value: string | number, now = Date.now()): string {
  const minutes = Math.floor((now - new Date(value).getTime()) / 60_000);
  if (Number.isNaN(minutes)) return String(value);
  if (minutes < 1) return "há menos de 1 min";
  if (minutes < 60) return `há ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `há ${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "há 1 dia" : `há ${days} dias`;
}

/** `14:03` */
export function formatTime(value: Date | string | number): string {
  return written(time, value);
}

/** `às 14:03` today, else `em 20/11/2026, 14:03`; with “das” as `das 14:03` or `de 20/11/2026, 14:03`. */
export function formatMoment(moment: Date, preposition: "às" | "das"): string {
  if (today(moment) === today()) return `${preposition} ${formatTime(moment)}`;
  return `${preposition === "às" ? "em" : "de"} ${formatInstant(moment.toISOString())}`;
}

/** Today's date in São Paulo. */
export function today(now = new Date(serverNow())): Day {
  return isoDay().format(now);
}

export function thisYear(now?: Date): number {
  return Number(today(now).slice(0, 4));
}

/** `nov`, for 11. */
export function monthName(number: number): string {
  return written(month, Date.UTC(2000, number - 1, 1), String(number)).replace(".", "");
}

/** `novembro de 2026`, for 11 of 2026. */
export function monthOfYear(number: number, year: number): string {
  return written(longMonth, Date.UTC(year, number - 1, 1), `${number}/${year}`);
}

function written(format: () => Intl.DateTimeFormat, value: Date | string | number, unread = String(value)): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? unread : format().format(date);
}
