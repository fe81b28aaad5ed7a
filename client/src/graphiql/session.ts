import { useSyncExternalStore } from "react";
import { cleanToken } from "./token.ts";

const KEY = "graphiql:token";

/** The bearer token of this tab, in sessionStorage. */
export interface Session {
  /** The token of every request; empty if there is none. */
  readonly token: string;
  /** A token from a response of `entrar`, which the user may accept; empty if there is none. */
  readonly offered: string;
}

let session: Session = { token: sessionStorage.getItem(KEY) ?? "", offered: "" };
const listeners = new Set<() => void>();

export function currentToken(): string {
  return session.token;
}

export function setToken(text: string): void {
  const token = cleanToken(text);
  if (token) sessionStorage.setItem(KEY, token);
  else sessionStorage.removeItem(KEY);
  change({ token, offered: "" });
}

/** Offers a token; `setToken` accepts it, an empty text withdraws it. */
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
