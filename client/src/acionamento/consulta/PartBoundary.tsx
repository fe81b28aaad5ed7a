import { useReadQuery } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { type ReactNode, Suspense, useState } from "react";
import { useRevalidator } from "react-router";
import { errorMessageAt, messageOf } from "../../graph/errors.ts";
import type { Consulta } from "./consulta.query.ts";

interface PartBoundaryProps {
  readonly queryRef: Consulta["queryRef"];
  /** The field of the query that it stands for. */
  readonly field: string;
  /** Said if the field could not be read. */
  readonly errorTitle: string;
  /** The skeleton that stands there until then. */
  readonly children: ReactNode;
}

/** In the place of a part that has not been read: its skeleton, or what went wrong with it and a way on. */
export function PartBoundary({ children, ...props }: PartBoundaryProps) {
  return (
    <Suspense fallback={children}>
      <LoadError {...props}>{children}</LoadError>
    </Suspense>
  );
}

function LoadError({ queryRef, field, errorTitle, children }: PartBoundaryProps) {
  const { error } = useReadQuery(queryRef);
  const [isRetrying, retry] = useRetry(queryRef);
  const errorMessage = errorMessageOf(error, field);
  if (!errorMessage || isRetrying) return children;
  return (
    <span className="consulta-unread" role="alert" title={errorMessage}>
      {errorTitle}{" "}
      <Button variant="subtle" size="compact-sm" onClick={retry}>
        Tentar novamente
      </Button>
    </span>
  );
}

interface AfterQueryProps {
  readonly queryRef: Consulta["queryRef"];
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** What can be said only once the query has been answered, well or not. */
export function AfterQuery({ queryRef, fallback, children }: AfterQueryProps) {
  return (
    <Suspense fallback={fallback}>
      <WaitForQuery queryRef={queryRef}>{children}</WaitForQuery>
    </Suspense>
  );
}

function WaitForQuery({ queryRef, children }: Pick<AfterQueryProps, "queryRef" | "children">) {
  useReadQuery(queryRef);
  return children;
}

const FIELDS = ["acionamentos", "totaisPorStatus", "seguradoras", "menu"];

/** What went wrong with a field of the query: with itself, or with all of them at once. */
export function errorMessageOf(error: unknown, field: string): string | undefined {
  if (!error) return undefined;
  const isAnother = FIELDS.some((each) => errorMessageAt(error, each) !== undefined);
  return errorMessageAt(error, field) ?? (isAnother ? undefined : messageOf(error));
}

/** Asks again what the screen asks, and tells until when that takes. */
export function useRetry(queryRef: Consulta["queryRef"]): readonly [isRetrying: boolean, retry: () => void] {
  const { revalidate } = useRevalidator();
  // What is asked anew takes its place once it has been answered.
  const [failedQuery, setFailedQuery] = useState<Consulta["queryRef"]>();
  const retry = () => {
    setFailedQuery(queryRef);
    void revalidate();
  };
  return [failedQuery === queryRef, retry];
}
