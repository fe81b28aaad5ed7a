import { Button, type ButtonProps } from "@mantine/core";
import { IconAlertTriangle, IconInbox, type IconProps } from "@tabler/icons-react";
import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from "react";
import { Link, useRevalidator } from "react-router";
import { messageOf } from "../graph/errors.ts";
import { PageTitle } from "./PageHeader.tsx";

interface NoticeProps {
  readonly icon: ComponentType<IconProps>;
  readonly heading: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly role?: "alert";
}

/** Replaces content that is empty, missing or failed, with the reason. */
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

interface ScreenNoticeProps extends Pick<NoticeProps, "icon" | "children"> {
  readonly title: string;
  readonly to?: string;
  readonly label?: string;
}

/** Stands instead of a screen, with the way to another one. */
export function ScreenNotice({ title, to = "/home-page", label = "Ir para o início", ...rest }: ScreenNoticeProps) {
  const action = (
    <Button component={Link} to={to}>
      {label}
    </Button>
  );
  return <Notice heading={<PageTitle>{title}</PageTitle>} action={action} {...rest} />;
}

interface EmptyStateProps extends Pick<NoticeProps, "children" | "action" | "role"> {
  readonly title: string;
}

export function EmptyState({ title, ...rest }: EmptyStateProps) {
  return <Notice icon={IconInbox} heading={<h2>{title}</h2>} {...rest} />;
}

interface RetryButtonProps extends ButtonProps {
  /** Default: loads the data of the screen again. */
  onRetry?(): void;
}

/** When it disappears it gives the focus to the heading of its part, or of the screen. It stays if the retry fails. */
export function RetryButton({ onRetry, ...props }: RetryButtonProps) {
  const { revalidate } = useRevalidator();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element && element === document.activeElement) focusHeading(element);
    };
  }, []);
  const retry = onRetry ?? (() => void revalidate());
  function onClick() {
    // Safari does not focus a button that is clicked.
    button.current?.focus();
    retry();
  }
  return (
    <Button ref={button} className="no-print" variant="subtle" size="compact-sm" {...props} onClick={onClick}>
      Tentar novamente
    </Button>
  );
}

interface ErrorStateProps extends Pick<RetryButtonProps, "onRetry"> {
  /** A sentence: "Não foi possível carregar os procedimentos." */
  readonly title: string;
  readonly error?: unknown;
  readonly reason?: string | undefined;
}

/** Shown instead of data that could not be loaded. */
export function ErrorState({ title, error, reason = messageOf(error), ...retry }: ErrorStateProps) {
  const action = <RetryButton variant="default" size="sm" {...retry} />;
  return (
    <Notice icon={IconAlertTriangle} heading={<h2>{title}</h2>} action={action} role="alert">
      {reason}
    </Notice>
  );
}

function focusHeading(button: Element): void {
  const heading = button.closest("section, [role='group']")?.querySelector<HTMLElement>("h2[tabindex]");
  (heading ?? document.querySelector("h1"))?.focus({ preventScroll: true });
}
