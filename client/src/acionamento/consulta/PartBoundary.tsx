import { useReadQuery } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { type ReactNode, Suspense, useDeferredValue, useState } from "react";
import { useRevalidator } from "react-router";
import { errorMessageAt, messageOf } from "../../graph/errors.ts";
import type { Consulta } from "./consulta.query.ts";

interface PartBoundaryProps {
  readonly queryRef: Consulta["queryRef"];
  /** The root field of the query. */
  readonly field: string;
  /** Shown if the field failed. */
  readonly errorTitle: string;
  /** The skeleton. */
  readonly children: ReactNode;
}

/** The loading or error state of one field of the query. */
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
  /** Rendered if a part of the query failed. */
  readonly failed: ReactNode;
  readonly children: ReactNode;
}

/** Renders its children after the query has completed, and the screen has what came with it. */
export function AfterQuery(props: AfterQueryProps) {
  return (
    <Suspense fallback={props.fallback}>
      <WaitForQuery {...props} />
    </Suspense>
  );
}

function WaitForQuery({ queryRef, fallback, failed, children }: AfterQueryProps) {
  const { error } = useReadQuery(queryRef);
  // Cached parts are rendered in a transition, which comes before what is deferred.
  const isComplete = useDeferredValue(true, false);
  if (!isComplete) return fallback;
  return error ? failed : children;
}

const FIELDS = ["acionamentos", "totaisPorStatus", "anoAnterior", "seguradoras", "menu"];

/** The error message of a field: its own, or that of the whole query. */
export function errorMessageOf(error: unknown, field: string): string | undefined {
  if (!error) return undefined;
  const isAnother = FIELDS.some((each) => errorMessageAt(error, each) !== undefined);
  return errorMessageAt(error, field) ?? (isAnother ? undefined : messageOf(error));
}

/** Retries the screen's query. */
export function useRetry(queryRef: Consulta["queryRef"]): readonly [isRetrying: boolean, retry: () => void] {
  const { revalidate } = useRevalidator();
  // The new query reference replaces this one after its response.
  const [failedQuery, setFailedQuery] = useState<Consulta["queryRef"]>();
  const retry = () => {
    setFailedQuery(queryRef);
    void revalidate();
  };
  return [failedQuery === queryRef, retry];
}
