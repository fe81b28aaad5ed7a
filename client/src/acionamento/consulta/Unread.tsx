import { useReadQuery } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { type ReactNode, Suspense, useState } from "react";
import { useRevalidator } from "react-router";
import { faultAt, messageOf } from "../../graph/fault.ts";
import type { Consulta } from "./consulta.query.ts";

interface UnreadProps {
  readonly asked: Consulta["asked"];
  /** The field of the query that it stands for. */
  readonly field: string;
  /** Said if the field could not be read. */
  readonly failed: string;
  /** The skeleton that stands there until then. */
  readonly children: ReactNode;
}

/** In the place of a part that has not been read: its skeleton, or what went wrong with it and a way on. */
export function Unread({ children, ...props }: UnreadProps) {
  return (
    <Suspense fallback={children}>
      <Fault {...props}>{children}</Fault>
    </Suspense>
  );
}

function Fault({ asked, field, failed, children }: UnreadProps) {
  const { error } = useReadQuery(asked);
  const [isRetrying, retry] = useRetry(asked);
  const fault = faultOf(error, field);
  if (!fault || isRetrying) return children;
  return (
    <span className="consulta-unread" role="alert" title={fault}>
      {failed}{" "}
      <Button variant="subtle" size="compact-sm" onClick={retry}>
        Tentar novamente
      </Button>
    </span>
  );
}

interface AnsweredProps {
  readonly asked: Consulta["asked"];
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** What can be said only once the query has been answered, well or not. */
export function Answered({ asked, fallback, children }: AnsweredProps) {
  return (
    <Suspense fallback={fallback}>
      <Waiting asked={asked}>{children}</Waiting>
    </Suspense>
  );
}

function Waiting({ asked, children }: Pick<AnsweredProps, "asked" | "children">) {
  useReadQuery(asked);
  return children;
}

const FIELDS = ["acionamentos", "totaisPorStatus", "seguradoras", "menu"];

/** What went wrong with a field of the query: with itself, or with all of them at once. */
export function faultOf(error: unknown, field: string): string | undefined {
  if (!error) return undefined;
  const isAnother = FIELDS.some((each) => faultAt(error, each) !== undefined);
  return faultAt(error, field) ?? (isAnother ? undefined : messageOf(error));
}

/** Asks again what the screen asks, and tells until when that takes. */
export function useRetry(asked: Consulta["asked"]): readonly [isRetrying: boolean, retry: () => void] {
  const { revalidate } = useRevalidator();
  // What is asked anew takes its place once it has been answered.
  const [failed, setFailed] = useState<Consulta["asked"]>();
  const retry = () => {
    setFailed(asked);
    void revalidate();
  };
  return [failed === asked, retry];
}
