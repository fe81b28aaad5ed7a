/**
 * GraphiQL's storage: sessionStorage. The default, localStorage, would keep passwords (variables of `entrar`) on shared
 * computers.
 */
export const tabStorage = {
  getItem: (key: string) => sessionStorage.getItem(key),
  setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
  removeItem: (key: string) => sessionStorage.removeItem(key),
  get length() {
    return ownKeys().length;
  },
  /** "Clear data" in GraphiQL's settings: clears this page's keys, not those of the portal on the same origin. */
  clear() {
    for (const key of ownKeys()) sessionStorage.removeItem(key);
  },
};

function ownKeys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith("graphiql:"));
}
