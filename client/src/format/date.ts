/** Formats dates (`2026-11-19`) and instants for display in São Paulo's time zone. */
import { serverNow } from "../clock.ts";
import { once } from "./once.ts";

const TIME_ZONE = "America/Sao_Paulo";

const day = once(
  () => new Intl.DateTimeFormat("pt-BR", { timeZone: "UTC", day: "2-digit", month: "2-digit", year: "numeric" }),
);
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
  return day().format(new Date(`${value}T00:00:00Z`));
}

/** `20/11/2026, 14:03` */
export function formatInstant(value: string): string {
  return instant().format(new Date(value));
}

/** `há 5 min`, `há 3 h`, `há 2 dias`. */
export function formatAgo(instantMs: number, now = Date.now()): string {
  const minutes = Math.floor((now - instantMs) / 60_000);
  if (minutes < 1) return "há menos de 1 min";
  if (minutes < 60) return `há ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `há ${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "há 1 dia" : `há ${days} dias`;
}

/** `14:03` */
export function formatTime(value: Date): string {
  return time().format(value);
}

/** Today's date in São Paulo. */
export function today(now = new Date(serverNow())): Day {
  return isoDay().format(now);
}

/** The current year in São Paulo. */
export function thisYear(now?: Date): number {
  return Number(today(now).slice(0, 4));
}

/** `nov`, for 11. */
export function monthName(number: number): string {
  return month()
    .format(new Date(Date.UTC(2000, number - 1, 1)))
    .replace(".", "");
}

/** `novembro de 2026`, for 11 of 2026. */
export function monthOfYear(number: number, year: number): string {
  return longMonth().format(new Date(Date.UTC(year, number - 1, 1)));
}
