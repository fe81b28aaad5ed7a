import { useCallback, useEffect, useRef, useState } from "react";

/** A screen reader is not interrupted more often. */
const PAUSE_MS = 60_000;

/** A text for a live region, at most one a minute. The empty text between equal ones makes them two changes. */
export function useAnnouncement(): readonly [announcement: string, announce: (text: string) => void] {
  const [announcement, setAnnouncement] = useState("");
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const announce = useCallback((text: string) => {
    const say = () => {
      saidAt.current = Date.now();
      setAnnouncement(text);
    };
    clearTimeout(timer.current);
    setAnnouncement("");
    timer.current = setTimeout(say, Math.max(0, saidAt.current + PAUSE_MS - Date.now()));
  }, []);
  return [announcement, announce];
}
