/** The time by the gateway's clock: that of the computer may be wrong by hours. */

/** Rounding of the `Date` header and the time of the answer: less than this is no difference. */
const TOLERANCE_MS = 3000;

let offset = 0;

/** Learns the difference from the `Date` header of an answer. */
export function learnServerTime(date: string | null): void {
  const difference = Date.parse(date ?? "") - Date.now();
  if (!Number.isNaN(difference)) offset = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
}

/** Milliseconds since 1970; the computer's time before the first answer. */
export function serverNow(): number {
  return Date.now() + offset;
}
