import { useState } from "react";

/** Highlights an element for a moment when its value changes; not for the first value, unless `isNew`. Undefined: no value yet. */
export function useChanged(value: unknown, isNew = false) {
  const [before, setBefore] = useState(value);
  const [isChanged, setChanged] = useState(isNew);
  if (!Object.is(before, value)) {
    setBefore(value);
    setChanged(before !== undefined);
  }
  return { "data-changed": isChanged || undefined, onAnimationEnd: () => setChanged(false) };
}
