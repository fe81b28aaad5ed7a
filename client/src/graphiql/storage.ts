/**
 * Where GraphiQL keeps its tabs and its history: this browser tab only. Its own default, localStorage, would keep the
 * passwords typed as variables of `entrar` on a shared computer.
 */
export const tabStorage = {
  getItem: (key: string) => sessionStorage.getItem(key),
  setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
  removeItem: (key: string) => sessionStorage.removeItem(key),
  get length() {
    return ownKeys().length;
  },
  /** "Clear data" of GraphiQL's settings: everything of this page, nothing of the portal's on the same origin. */
  clear() {
    for (const key of ownKeys()) sessionStorage.removeItem(key);
  },
};

function ownKeys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith("graphiql:"));
}
