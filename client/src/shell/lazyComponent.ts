import { startTransition, useEffect, useState } from "react";

/** The component, once it is loaded, and a function that loads it again after a failure; it returns whether that worked. */
type LazyComponent<T> = readonly [component: T | undefined, retry: () => Promise<boolean>];

/**
 * A component whose code is loaded after its screen. Unlike React's `lazy`, a failure costs this component only, and is
 * not final: it is loaded again when it is rendered again, when the browser is online again, and on demand. `after`:
 * loading starts once this resolves, or at `retry`.
 */
export function lazyComponent<T>(load: () => Promise<T>, after: Promise<void>): () => LazyComponent<T> {
  let loaded: T | undefined;
  return function useComponent() {
    const [component, setComponent] = useState(() => loaded);
    const retry = async () => {
      try {
        loaded = await load();
        // In slices: a component may take long to render.
        startTransition(() => setComponent(() => loaded));
        return true;
      } catch {
        return false;
      }
    };

    useEffect(() => {
      // It may have arrived between the rendering and this effect.
      if (loaded !== undefined) {
        setComponent(() => loaded);
        return undefined;
      }
      const onOnline = () => void retry();
      void after.then(onOnline);
      window.addEventListener("online", onOnline);
      return () => window.removeEventListener("online", onOnline);
      // oxlint-disable-next-line react/exhaustive-deps -- once; `retry` depends on nothing that changes
    }, []);
    return [component, retry];
  };
}
