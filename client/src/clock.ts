/** The time by the gateway's clock: that of the computer may be wrong by hours. */
import { sessionStore } from "./storage.ts";

/** Rounding of the `Date` header and the time of the answer: less than this is no difference. */
const TOLERANCE_MS = 3000;

/** The difference outlives a reload: the code step of the login counts by it before any answer. */
const KEY = "relogio";

let offset = Number(sessionStore.getItem(KEY)) || 0;

/** Learns the difference from the `Date` header of an answer. */
export function learnServerTime(date: string | null): void {
  const difference = Date.parse(date ?? "") - Date.now();
  if (Number.isNaN(difference)) return;
  offset = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
  if (offset === 0) sessionStore.removeItem(KEY);
  else sessionStore.setItem(KEY, String(offset));
}

/** Milliseconds since 1970; the computer's time before this tab's first answer. */
export function serverNow(): number {
  return Date.now() + offset;
}
