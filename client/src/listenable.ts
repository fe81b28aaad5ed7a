/** What components subscribe to, for `useSyncExternalStore`, and what calls them. */
export function listenable() {
  const listeners = new Set<() => void>();
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return { subscribe, notify: () => listeners.forEach((listener) => listener()) };
}
