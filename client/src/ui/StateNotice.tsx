import { Button, type ButtonProps } from "@mantine/core";
import { IconAlertTriangle, IconInbox, type IconProps } from "@tabler/icons-react";
import { type ComponentType, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { messageOf } from "../graph/errors.ts";

interface NoticeProps {
  readonly icon: ComponentType<IconProps>;
  readonly heading: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly role?: "alert";
}

/** Shown instead of something else, which says why. */
export function Notice({ icon: Icon, heading, children, action, role }: NoticeProps) {
  return (
    <div className="notice" role={role}>
      <Icon size={36} stroke={1.5} aria-hidden />
      {heading}
      {children && <p>{children}</p>}
      {action && <div className="notice-action">{action}</div>}
    </div>
  );
}

interface EmptyStateProps extends Pick<NoticeProps, "children" | "action"> {
  readonly title: string;
}

export function EmptyState({ title, ...rest }: EmptyStateProps) {
  return <Notice icon={IconInbox} heading={<h2>{title}</h2>} {...rest} />;
}

interface RetryButtonProps extends ButtonProps {
  /** Default: loads the data of the screen again. */
  onRetry?(): void;
}

export function RetryButton({ onRetry, ...props }: RetryButtonProps) {
  const { revalidate } = useRevalidator();
  const button = useRef<HTMLButtonElement>(null);
  // It stays while the retry fails again.
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element && element === document.activeElement) focusHeading(element);
    };
  }, []);
  const retry = onRetry ?? (() => void revalidate());
  return (
    <Button ref={button} className="no-print" variant="subtle" size="compact-sm" {...props} onClick={() => retry()}>
      Tentar novamente
    </Button>
  );
}

export interface LoadErrorProps {
  readonly title: string;
  readonly error: unknown;
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
  readonly reason: string;
  readonly onRetry: () => void;
}

/** Shown instead of data that could not be loaded. */
export function ErrorState({ title, reason, onRetry }: ErrorStateProps) {
  function retry({ currentTarget }: MouseEvent) {
    focusHeading(currentTarget);
    onRetry();
  }

  const action = (
    <Button variant="default" onClick={retry}>
      Tentar novamente
    </Button>
  );
  return (
    <Notice icon={IconAlertTriangle} heading={<h2>{title}</h2>} action={action} role="alert">
      {reason}
    </Notice>
  );
}

/** A button that disappears gives the focus to the heading of its part, or of the screen. */
function focusHeading(button: Element): void {
  const heading = button.closest("section")?.querySelector<HTMLElement>("h2[tabindex]");
  (heading ?? document.querySelector("h1"))?.focus({ preventScroll: true });
}
