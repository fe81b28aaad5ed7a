import { Button } from "@mantine/core";
import { IconAlertTriangle, IconInbox, type IconProps } from "@tabler/icons-react";
import type { ComponentType, MouseEvent, ReactNode } from "react";

interface NoticeProps {
  readonly icon: ComponentType<IconProps>;
  readonly heading: ReactNode;
  readonly children?: ReactNode;
  /** A button or link. */
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

/** Shown instead of an empty list. */
export function EmptyState({ title, ...rest }: EmptyStateProps) {
  return <Notice icon={IconInbox} heading={<h2>{title}</h2>} {...rest} />;
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
  function retry({ currentTarget }: MouseEvent) {
    // The button disappears: the focus moves to the heading of its part, or of the screen.
    const heading = currentTarget.closest("section")?.querySelector<HTMLElement>("h2[tabindex]");
    (heading ?? document.querySelector("h1"))?.focus({ preventScroll: true });
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
