/**
 * GraphiQL's storage: sessionStorage, since variables hold passwords (of `entrar`) and personal data, and headers a key.
 * Of the tabs the operations alone outlive the visit, in localStore.
 */
import { localStore, sessionStore } from "../storage.ts";

const TABS = "graphiql:tabState";

interface Tabs {
  readonly activeTabIndex: number;
  readonly tabs: readonly { readonly query: string | null; readonly [key: string]: unknown }[];
}

export const tabStorage = {
  getItem: (key: string) => sessionStore.getItem(key) ?? (key === TABS ? localStore.getItem(key) : null),
  setItem(key: string, value: string) {
    sessionStore.setItem(key, value);
    if (key !== TABS) return;
    localStore.setItem(key, withoutValues(value));
  },
  removeItem(key: string) {
    sessionStore.removeItem(key);
    localStore.removeItem(key);
  },
  get length() {
    return ownKeys(sessionStore).length + ownKeys(localStore).length;
  },
  /** "Clear data" in GraphiQL's settings: clears this page's keys, not those of the portal on the same origin. */
  clear() {
    for (const store of [sessionStore, localStore]) {
      for (const key of ownKeys(store)) store.removeItem(key);
    }
  },
};

/** The tabs with their operations only. */
export function withoutValues(stored: string): string {
  const { activeTabIndex, tabs }: Tabs = JSON.parse(stored);
  return JSON.stringify({
    activeTabIndex,
    tabs: tabs.map((tab) => Object.assign({}, tab, { variables: null, headers: null, response: null })),
  });
}

function ownKeys(store: typeof localStore): string[] {
  return store.keys().filter((key) => key.startsWith("graphiql:"));
}
