import { Button, type ButtonProps } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { useRevalidator } from "react-router";

export interface RetryButtonProps extends ButtonProps {
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

function focusHeading(button: Element): void {
  const heading = button.closest("section, [role='group']")?.querySelector<HTMLElement>("h2[tabindex]");
  (heading ?? document.querySelector("h1"))?.focus({ preventScroll: true });
}
