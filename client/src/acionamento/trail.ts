/** The list that an acionamento was opened from, for its previous and next ones. Of this tab, and gone with the session. */
import { sessionStore } from "../storage.ts";

const KEY = "lista";

/** The list: its address, its history state, which may have a search, and the claim numbers that were loaded, in order. */
interface Trail {
  readonly address: string;
  readonly state?: unknown;
  readonly sinistros: readonly string[];
}

export function leaveTrail(trail: Trail): void {
  sessionStore.setItem(KEY, JSON.stringify(trail));
}

/** The neighbours of an acionamento in the list that was left last; `undefined` if it is not in it. */
export function neighboursOf(sinistro: string) {
  const trail = stored();
  const at = trail?.sinistros.indexOf(sinistro) ?? -1;
  if (!trail || at < 0) return undefined;
  return { list: trail.address, state: trail.state, previous: trail.sinistros[at - 1], next: trail.sinistros[at + 1] };
}

function stored(): Trail | undefined {
  const { address, state, sinistros } = Object(sessionStore.getJson(KEY)) as Partial<Trail>;
  return typeof address === "string" && Array.isArray(sinistros) ? { address, state, sinistros } : undefined;
}
