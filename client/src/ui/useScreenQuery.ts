import { type DataState, NetworkStatus } from "@apollo/client";
import { type PreloadedQueryRef, useReadQuery } from "@apollo/client/react";
import { useState } from "react";
import { useRevalidator } from "react-router";

/** The query that a screen's loader has started. */
export type ScreenQueryRef<TData> = PreloadedQueryRef<TData, never, DataState<TData>["dataState"]>;

/** Reads a screen's query, and loads it again. Suspends until there is something to read. */
export function useScreenQuery<TData>(queryRef: ScreenQueryRef<TData>) {
  const { revalidate } = useRevalidator();
  const { data, error, networkStatus } = useReadQuery(queryRef);
  // The router replaces it by its successor after the response.
  const [reloaded, setReloaded] = useState<ScreenQueryRef<TData>>();
  return {
    /** Undefined if the whole query failed. */
    data: data as TData | undefined,
    error,
    isLoading: reloaded === queryRef || networkStatus < NetworkStatus.ready,
    reload: () => {
      setReloaded(queryRef);
      void revalidate();
    },
  };
}
