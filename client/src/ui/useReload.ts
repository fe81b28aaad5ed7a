import { useState } from "react";
import { useRevalidator } from "react-router";

/** Loads a screen's query again. */
export function useReload<QueryRef>(queryRef: QueryRef): readonly [isReloading: boolean, reload: () => void] {
  const { revalidate } = useRevalidator();
  // The router replaces it by its successor after the response.
  const [reloaded, setReloaded] = useState<QueryRef>();
  const reload = () => {
    setReloaded(() => queryRef);
    void revalidate();
  };
  return [reloaded === queryRef, reload];
}
