import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { focusWhenFree } from "./overlays.ts";

interface PageHeaderProps {
  /** Heading and window title. */
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Header of a screen. Its heading gets the focus when the screen opens, so that screen readers announce it. */
export function PageHeader({ title, children, actions }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div>
        <PageTitle>{title}</PageTitle>
        {children && <p>{children}</p>}
      </div>
      {actions && <div className="page-actions no-print">{actions}</div>}
    </header>
  );
}

/** The history entry of the screen whose heading has had the focus. */
let announced: string | undefined;

/** As after a load of the page. */
export function forgetAnnounced(): void {
  announced = undefined;
}

/** The heading alone, for screens with another layout. */
export function PageTitle({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // Fixed when the screen opens, so that changes of its own address do not move the focus.
  const [screen] = useState(key);

  useEffect(() => {
    // On the initial load the browser announces the title, and a field may take the focus.
    if (screen === "default" && announced === undefined) return;
    // The heading is mounted twice, first with the skeleton. If it had the focus and the user has moved on, leave it.
    const isAgain = announced === screen;
    announced = screen;
    if (isAgain && document.activeElement !== document.body) return;
    focusWhenFree(heading.current, { preventScroll: true });
  }, [screen]);

  return (
    <>
      <title>{`${children} · Acionamentos`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
    </>
  );
}
