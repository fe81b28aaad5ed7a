import type { DataState } from "@apollo/client";
import { type PreloadedQueryRef, useReadQuery } from "@apollo/client/react";
import { type ReactNode, Suspense } from "react";
import { LoadError } from "./StateNotice.tsx";

/** The query reference that a route loader returns. */
export type ScreenQueryRef<TData> = PreloadedQueryRef<TData, never, DataState<TData>["dataState"]>;

export interface QueryBoundaryProps<TData> {
  readonly queryRef: ScreenQueryRef<TData>;
  /** Shown while loading. */
  readonly skeleton: ReactNode;
  /** Title of the error state: "Não foi possível carregar o painel." */
  readonly errorTitle: string;
  /** Renders the data. With partial data there is an error too. */
  readonly children: (data: TData, error: unknown) => ReactNode;
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
  const { data, error } = useReadQuery(queryRef);
  return data ? children(data as TData, error) : <LoadError title={errorTitle} error={error} />;
}
