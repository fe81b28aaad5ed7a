import { useSyncExternalStore } from "react";
import { tokenIn } from "./token.ts";

const KEY = "graphiql:token";

/** The bearer token of the person at this tab. It lives in sessionStorage and is gone when the tab is closed. */
export interface Session {
  /** The token that every request carries; empty when there is none. */
  readonly token: string;
  /** A token that `entrar` has just answered with and that the person may take over; empty when there is none. */
  readonly offered: string;
}

let session: Session = { token: sessionStorage.getItem(KEY) ?? "", offered: "" };
const listeners = new Set<() => void>();

export function currentToken(): string {
  return session.token;
}

export function setToken(text: string): void {
  const token = tokenIn(text);
  if (token) sessionStorage.setItem(KEY, token);
  else sessionStorage.removeItem(KEY);
  change({ token, offered: "" });
}

/** Proposes a token; `setToken` takes it, an empty text withdraws it. */
export function offerToken(token: string): void {
  change({ ...session, offered: token === session.token ? "" : token });
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
