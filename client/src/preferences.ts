/** What a user has set up in this browser. It is read with care, since it may be of another version or damaged. */
import { useMemo, useSyncExternalStore } from "react";
import { listenable } from "./listenable.ts";
import { sessionOwner, useSession } from "./session.ts";
import { localStore, parseJson } from "./storage.ts";

/** The number changes with the form of what is stored: older entries are then ignored. */
const PREFIX = "preferencias:1:";

/** A value that is stored for a user under a name. `read` gets what is stored, of any shape, or `undefined`. */
export interface Preference<T> {
  readonly name: string;
  readonly read: (stored: unknown) => T;
}

export function preference<T>(name: string, read: (stored: unknown) => T): Preference<T> {
  return { name, read };
}

/** The value of the signed-in user, and a function to change it; it returns whether the browser has stored it. */
export function usePreference<T>({ name, read }: Preference<T>): readonly [value: T, set: (value: T) => boolean] {
  useSession();
  const text = useSyncExternalStore(subscribe, () => localStore.getItem(keyOf(name)));
  const value = useMemo(() => read(parseJson(text)), [read, text]);
  return [value, (next) => write(name, next)];
}

const { subscribe, notify } = listenable();
window.addEventListener("storage", notify);

function keyOf(name: string): string {
  return `${PREFIX}${sessionOwner()}:${name}`;
}

function write(name: string, value: unknown): boolean {
  const isStored = localStore.setItem(keyOf(name), JSON.stringify(value));
  notify();
  return isStored;
}
