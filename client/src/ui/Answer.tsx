import type { DataState } from "@apollo/client";
import { type PreloadedQueryRef, useReadQuery } from "@apollo/client/react";
import { type ReactNode, Suspense } from "react";
import { useRevalidator } from "react-router";
import type { MaybeMasked } from "@apollo/client/masking";
import { messageOf } from "../graph/fault.ts";
import { Failed } from "./Notice.tsx";

/** What a screen's loader hands on: its query, under way or answered, maybe in part. */
export type Asked<TData> = PreloadedQueryRef<TData, never, DataState<TData>["dataState"]>;

export interface AnswerProps<TData> {
  readonly asked: Asked<TData>;
  /** Stands there until the answer comes, in its shape. */
  readonly skeleton: ReactNode;
  /** Said if nothing came: "Não foi possível carregar o painel." */
  readonly failed: string;
  /** The screen. An error beside the data: a part of it could not be read. */
  readonly children: (data: MaybeMasked<TData>, error: unknown) => ReactNode;
}

/** The answer to a screen's query, or what stands in its place: its skeleton, or what went wrong and a way on. */
export function Answer<TData>({ skeleton, ...props }: AnswerProps<TData>) {
  return (
    <Suspense fallback={skeleton}>
      <Arrived {...props} />
    </Suspense>
  );
}

function Arrived<TData>({ asked, failed, children }: Omit<AnswerProps<TData>, "skeleton">) {
  const { data, error } = useReadQuery(asked);
  const { revalidate } = useRevalidator();
  if (!data) return <Failed title={failed} reason={messageOf(error)} onRetry={() => void revalidate()} />;
  return children(data as MaybeMasked<TData>, error);
}
