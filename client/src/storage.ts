/**
 * The browser's storages. What they do not store, since they are blocked or full, stays in the memory of this page.
 * `sessionStore` is of one tab and cleared when its session ends, `localStore` is not.
 *
 * | key                         | store   | file             | what it holds                       | until                  |
 * |-----------------------------|---------|------------------|-------------------------------------|------------------------|
 * | `auth`                      | session | session          | the token and the user              | the session ends       |
 * | `relogio`                   | session | clock            | how far the computer's clock is off | the session ends       |
 * | `vistos`                    | session | recent           | claim numbers that were viewed last | the session ends       |
 * | `vizinhos`                  | session | listNeighbours   | a list's search and claim numbers   | the session ends       |
 * | `aba`                       | session | draft            | the tab's identity during a reload  | the page is shown      |
 * | `rascunho:<e-mail>:…`       | local   | draft            | a form's draft                      | saved, dropped, 7 days |
 * | `mensagem:<e-mail>:…`       | local   | deferredMessages | that a save outlived its session    | shown after a login    |
 * | `preferencias:1:<e-mail>:…` | local   | preferences      | what a user has set up              | overwritten            |
 * | `email`                     | local   | session          | whose password must be changed      | changed, or a login    |
 * | `recarregada`               | local   | outdated         | when the page last reloaded itself  | overwritten            |
 * | `fonte`                     | local   | font             | the address of the font             | overwritten            |
 *
 * Mantine itself keeps the colour scheme: `mantine-color-scheme-value` in localStorage.
 */
export const localStore = createStore(() => localStorage);
export const sessionStore = createStore(() => sessionStorage);

/** The value of a JSON text; undefined if there is none, or it is damaged. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createStore(open: () => Storage) {
  const memory = new Map<string, string>();

  /** Acts on the storage. Browsers may throw at its property already. */
  function attempt<T>(action: (storage: Storage) => T, otherwise: T): T {
    try {
      return action(open());
    } catch {
      return otherwise;
    }
  }

  // Another tab has stored something newer. (Tests of functions that are no screen have no window.)
  globalThis.addEventListener?.("storage", ({ key, storageArea }) => {
    if (!attempt((storage) => storage === storageArea, false)) return;
    if (key === null) memory.clear();
    else memory.delete(key);
  });

  const getItem = (key: string) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null);

  return {
    getItem,
    getJson: (key: string) => parseJson(getItem(key)),
    /** Returns whether the browser has stored it. */
    setItem(key: string, value: string): boolean {
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (isStored) memory.delete(key);
      else memory.set(key, value);
      return isStored;
    },
    removeItem(key: string): void {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    clear(): void {
      memory.clear();
      attempt((storage) => storage.clear(), undefined);
    },
    keys: () => [...new Set([...memory.keys(), ...attempt(Object.keys, [])])],
    /** Whether a value, or any, is in memory alone, and lost with this page. */
    isOnlyInMemory: (key?: string) => (key === undefined ? memory.size > 0 : memory.has(key)),
  };
}
