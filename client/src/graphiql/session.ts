import { useSyncExternalStore } from "react";
import { currentSession, knownSession } from "../session.ts";
import { cleanToken } from "./token.ts";

const KEY = "graphiql:token";

let token = sessionStorage.getItem(KEY) ?? "";
const listeners = new Set<() => void>();

/** The bearer token of every request of this tab; empty if there is none. */
export function currentToken(): string {
  return token;
}

export function setToken(text: string): void {
  token = cleanToken(text);
  if (token) sessionStorage.setItem(KEY, token);
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Takes the session of the portal, in this tab or another, unless there is a token. */
export async function takePortalSession(): Promise<void> {
  const session = currentSession() ?? (await knownSession());
  if (session && !token) setToken(session.dsToken);
}

export function useToken(): string {
  return useSyncExternalStore(subscribe, currentToken);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
