import { useState } from "react";

/** Highlights an element for a moment when its value changes; not the first one, unless `isNew`. Undefined is no value yet. */
export function useChanged(value: unknown, isNew = false) {
  const [before, setBefore] = useState(value);
  const [isChanged, setChanged] = useState(isNew);
  if (!Object.is(before, value)) {
    setBefore(value);
    setChanged(before !== undefined);
  }
  return { "data-changed": isChanged || undefined, onAnimationEnd: () => setChanged(false) };
}
