/**
 * GraphiQL's storage: sessionStorage, since variables hold passwords (of `entrar`) and personal data, and headers a key.
 * Of the tabs the operations alone outlive the visit, in localStorage.
 */
const TABS = "graphiql:tabState";

interface Tabs {
  readonly activeTabIndex: number;
  readonly tabs: readonly { readonly query: string | null; readonly [key: string]: unknown }[];
}

export const tabStorage = {
  getItem: (key: string) => sessionStorage.getItem(key) ?? (key === TABS ? localStorage.getItem(key) : null),
  setItem(key: string, value: string) {
    sessionStorage.setItem(key, value);
    if (key !== TABS) return;
    localStorage.setItem(key, withoutValues(value));
  },
  removeItem(key: string) {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
  },
  get length() {
    return ownKeys(sessionStorage).length + ownKeys(localStorage).length;
  },
  /** "Clear data" in GraphiQL's settings: clears this page's keys, not those of the portal on the same origin. */
  clear() {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of ownKeys(storage)) storage.removeItem(key);
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

function ownKeys(storage: Storage): string[] {
  return Object.keys(storage).filter((key) => key.startsWith("graphiql:"));
}
