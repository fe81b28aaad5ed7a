/**
 * What a user has set up in this browser: in localStorage, of the signed-in user, and read with care, since it may be of
 * another version or damaged. Other tabs follow.
 */
import { useSyncExternalStore } from "react";
import { currentSession, useSession } from "./session.ts";
import { localStore } from "./storage.ts";

/** The number changes with the form of what is stored: older entries are then ignored. */
const PREFIX = "preferencias:1:";

/** More is neither stored nor read. */
const MAX_LENGTH = 100_000;

/** A value that is stored for a user under a name. */
export interface Preference<T> {
  readonly name: string;
  /** The value of a stored text. */
  readonly valueOf: (text: string | null) => T;
}

/** Defines a preference. `read` gets the stored value, of any shape, or `undefined`. */
export function preference<T>(name: string, read: (stored: unknown) => T): Preference<T> {
  // The same text is the same value, so that React sees no change.
  let last: { readonly text: string | null; readonly value: T } | undefined;
  return {
    name,
    valueOf(text) {
      if (!last || last.text !== text) last = { text, value: read(parse(text)) };
      return last.value;
    },
  };
}

/** The value of the signed-in user, and a function to change it; it returns whether the browser has stored it. */
export function usePreference<T>({ name, valueOf }: Preference<T>): readonly [value: T, set: (value: T) => boolean] {
  useSession();
  const value = useSyncExternalStore(subscribe, () => valueOf(localStore.getItem(keyOf(name))));
  return [value, (next) => write(name, next)];
}

const listeners = new Set<() => void>();
window.addEventListener("storage", notify);

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keyOf(name: string): string {
  return `${PREFIX}${currentSession()?.usuario.email ?? ""}:${name}`;
}

function write(name: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  if (text.length > MAX_LENGTH) return false;
  const isStored = localStore.setItem(keyOf(name), text);
  notify();
  return isStored;
}

function parse(text: string | null): unknown {
  if (text === null || text.length > MAX_LENGTH) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
