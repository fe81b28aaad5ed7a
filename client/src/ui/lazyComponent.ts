import { startTransition, useEffect, useState } from "react";

/** The part, once it is loaded, and a function that loads it again after a failure; it returns whether that worked. */
type LazyComponent<T> = readonly [part: T | undefined, retry: () => Promise<boolean>];

/**
 * A part of a screen whose code is loaded after the screen. Unlike React's `lazy`, a failure costs this part only, and is
 * not final: it is loaded again when it is rendered again, when the browser is online again, and on demand. `after`: what
 * it waits for, unless it is wanted.
 */
export function lazyComponent<T>(load: () => Promise<T>, { after = Promise.resolve() } = {}): () => LazyComponent<T> {
  let loaded: T | undefined;
  return function useComponent() {
    const [part, setPart] = useState(() => loaded);
    const retry = async () => {
      try {
        loaded = await load();
        // In slices: a part may take long to render.
        startTransition(() => setPart(() => loaded));
        return true;
      } catch {
        return false;
      }
    };

    useEffect(() => {
      // It may have arrived between the rendering and this effect.
      if (loaded !== undefined) {
        setPart(() => loaded);
        return undefined;
      }
      const onOnline = () => void retry();
      void after.then(onOnline);
      window.addEventListener("online", onOnline);
      return () => window.removeEventListener("online", onOnline);
      // oxlint-disable-next-line react/exhaustive-deps -- once; `retry` depends on nothing that changes
    }, []);
    return [part, retry];
  };
}
