/** The browser's storages. What they do not store, since they are blocked or full, stays in the memory of this page. */
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
