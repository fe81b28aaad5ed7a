import { useEffect, useState } from "react";

const SHOWN_MS = 8000;

/** A text that says what was done, and goes after a while, or with what it is about: when `scope` changes. */
export function usePassingText(scope?: string): readonly [text: string, show: (text: string) => void] {
  const [shown, setShown] = useState({ text: "", scope });
  useEffect(() => {
    if (!shown.text) return undefined;
    const timer = setTimeout(() => setShown({ text: "", scope: shown.scope }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return [shown.scope === scope ? shown.text : "", (text) => setShown({ text, scope })];
}
