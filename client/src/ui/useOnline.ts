import { useEffect, useEffectEvent } from "react";

/** Calls back when the browser is online again. */
export function useOnline(onOnline: () => void): void {
  const handle = useEffectEvent(onOnline);
  useEffect(() => {
    const listener = () => handle();
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  }, []);
}
