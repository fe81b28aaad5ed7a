import { Button } from "@mantine/core";
import { IconAlertTriangle, IconInbox } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { messageOf } from "../graph/errors.ts";

interface NoticeProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** A button or link. */
  readonly action?: ReactNode;
}

/** Shown instead of an empty list. */
export function EmptyState({ title, children, action }: NoticeProps) {
  return (
    <div className="notice">
      <IconInbox size={36} stroke={1.5} aria-hidden />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className="notice-action">{action}</div>}
    </div>
  );
}

/** Loads the data of the screen again. */
export function RetryButton() {
  const { revalidate } = useRevalidator();
  return (
    <Button className="no-print" variant="subtle" size="compact-sm" onClick={() => void revalidate()}>
      Tentar novamente
    </Button>
  );
}

export interface LoadErrorProps {
  readonly title: string;
  readonly error: unknown;
  /** Instead of the message of the error. */
  readonly reason?: string | undefined;
}

/** Shown instead of what the screen's query could not load. */
export function LoadError({ title, error, reason = messageOf(error) }: LoadErrorProps) {
  const { revalidate } = useRevalidator();
  return (
    <div className="notice-card">
      <ErrorState title={title} reason={reason} onRetry={() => void revalidate()} />
    </div>
  );
}

export interface ErrorStateProps {
  /** A sentence: "Não foi possível carregar os procedimentos." */
  readonly title: string;
  /** The error message for the user. */
  readonly reason: string;
  readonly onRetry: () => void;
}

/** Shown instead of data that could not be loaded. */
export function ErrorState({ title, reason, onRetry }: ErrorStateProps) {
  function retry() {
    // The button disappears: the focus moves to the heading.
    document.querySelector("h1")?.focus({ preventScroll: true });
    onRetry();
  }

  return (
    <div className="notice" role="alert">
      <IconAlertTriangle size={36} stroke={1.5} aria-hidden />
      <h2>{title}</h2>
      <p>{reason}</p>
      <div className="notice-action">
        <Button variant="default" onClick={retry}>
          Tentar novamente
        </Button>
      </div>
    </div>
  );
}
