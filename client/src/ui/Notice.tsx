import { Button } from "@mantine/core";
import { IconAlertTriangle, IconInbox, type IconProps } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { Link } from "react-router";
import { messageOf } from "../graph/errors.ts";
import { PageTitle } from "./PageHeader.tsx";
import { RetryButton, type RetryButtonProps } from "./RetryButton.tsx";

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
