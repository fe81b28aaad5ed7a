import { Button } from "@mantine/core";
import { IconAlertTriangle, IconInbox } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface NoticeProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** What to do about it. */
  readonly action?: ReactNode;
}

/** In the place of what is not there because there is none. */
export function Empty({ title, children, action }: NoticeProps) {
  return (
    <div className="notice">
      <IconInbox size={36} stroke={1.5} aria-hidden />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className="notice-action">{action}</div>}
    </div>
  );
}

export interface FailedProps {
  /** What could not be read, as the whole sentence: "Não foi possível carregar os procedimentos." */
  readonly title: string;
  /** Why, in words for people. */
  readonly reason: string;
  readonly onRetry: () => void;
}

/** In the place of what could not be read. */
export function Failed({ title, reason, onRetry }: FailedProps) {
  function retry() {
    // The button goes: where the screen knows no better place, the focus is at its heading.
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
