import { type DataState, NetworkStatus } from "@apollo/client";
import { type PreloadedQueryRef, useReadQuery } from "@apollo/client/react";
import { type ReactNode, Suspense, useState } from "react";
import { useRevalidator } from "react-router";
import { ErrorState } from "./Notice.tsx";

/** The query that a screen's loader has started. */
type ScreenQueryRef<TData> = PreloadedQueryRef<TData, never, DataState<TData>["dataState"]>;

/** Reads a screen's query, and loads it again. Suspends until there is something to read. */
export function useScreenQuery<TData>(queryRef: ScreenQueryRef<TData>) {
  const { revalidate } = useRevalidator();
  const { data, error, networkStatus } = useReadQuery(queryRef);
  // The ref that is being reloaded. The router hands over the new ref only when it has its response.
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

/** What came last: a reload that fails leaves what is shown, such as a form that is being filled in. */
export function useKept<TData>(data: TData | undefined): TData | undefined {
  const [kept, setKept] = useState(data);
  if (data && data !== kept) setKept(data);
  return data ?? kept;
}

interface QueryBoundaryProps<TData> {
  readonly queryRef: ScreenQueryRef<TData>;
  readonly skeleton: ReactNode;
  /** Title of the error state: "Não foi possível carregar o painel." */
  readonly errorTitle: string;
  /** With partial data there is an error too. While loading, a field that failed before is null. */
  readonly children: (data: TData, error: unknown, isLoading: boolean) => ReactNode;
}

/** Renders a screen's query: skeleton, data, or an error with a retry button. */
export function QueryBoundary<TData>({ skeleton, ...props }: QueryBoundaryProps<TData>) {
  return (
    <Suspense fallback={skeleton}>
      <Loaded {...props} />
    </Suspense>
  );
}

function Loaded<TData>({ queryRef, errorTitle, children }: Omit<QueryBoundaryProps<TData>, "skeleton">) {
  const { data, error, isLoading } = useScreenQuery(queryRef);
  const shown = useKept(data);
  return shown ? children(shown, error, isLoading) : <ErrorState title={errorTitle} error={error} />;
}
