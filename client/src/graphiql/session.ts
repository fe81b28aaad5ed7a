import { useSyncExternalStore } from "react";
import { currentSession, knownSession, whenEndedElsewhere } from "../session.ts";
import { sessionStore } from "../storage.ts";
import { cleanToken } from "./token.ts";

const KEY = "graphiql:token";

let token = sessionStore.getItem(KEY) ?? "";
/** The token of the portal's session, which ends with it; another one that was pasted stays. */
let ofPortal = currentSession()?.dsToken;
const listeners = new Set<() => void>();

/** The bearer token of every request of this tab; empty if there is none. */
export function currentToken(): string {
  return token;
}

export function setToken(text: string): void {
  token = cleanToken(text);
  if (token) sessionStore.setItem(KEY, token);
  else sessionStore.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Takes the session of the portal, in this tab or another, unless there is a token. */
export async function takePortalSession(): Promise<void> {
  const session = currentSession() ?? (await knownSession());
  ofPortal = session?.dsToken;
  if (session && !token) setToken(session.dsToken);
}

whenEndedElsewhere(() => {
  if (token === ofPortal) setToken("");
});

export function useToken(): string {
  return useSyncExternalStore(subscribe, currentToken);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
