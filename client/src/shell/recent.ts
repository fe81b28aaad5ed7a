/** The claim numbers that were viewed last: numbers only, of this tab, and gone with the session. */
import { sessionStore } from "../storage.ts";

const KEY = "vistos";
const MOST = 5;

/** The numbers, the last one first. */
export function recentlyViewed(): readonly string[] {
  const stored = sessionStore.getJson(KEY);
  return Array.isArray(stored) ? stored.filter((each) => typeof each === "string").slice(0, MOST) : [];
}

export function rememberViewed(sinistro: string): void {
  const others = recentlyViewed().filter((each) => each !== sinistro);
  sessionStore.setItem(KEY, JSON.stringify([sinistro, ...others].slice(0, MOST)));
}
