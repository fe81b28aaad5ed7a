/** The list that an acionamento was opened from, for its previous and next ones. Of this tab, and gone with the session. */
import { sessionStore } from "../storage.ts";

const KEY = "vizinhos";

/** The list: its address, its history state, which may have a search, and the claim numbers that were loaded, in order. */
interface OpenedList {
  readonly address: string;
  readonly state?: unknown;
  readonly sinistros: readonly string[];
}

export function rememberList(list: OpenedList): void {
  sessionStore.setItem(KEY, JSON.stringify(list));
}

/** The neighbours of an acionamento in the list that was left last; `undefined` if it is not in it. */
export function neighboursOf(sinistro: string) {
  const list = storedList();
  const index = list?.sinistros.indexOf(sinistro) ?? -1;
  if (!list || index < 0) return undefined;
  const { address, state, sinistros } = list;
  return { list: address, state, previous: sinistros[index - 1], next: sinistros[index + 1] };
}

function storedList(): OpenedList | undefined {
  const { address, state, sinistros } = Object(sessionStore.getJson(KEY)) as Partial<OpenedList>;
  return typeof address === "string" && Array.isArray(sinistros) ? { address, state, sinistros } : undefined;
}
