import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

export interface PageHeaderProps {
  /** Name of the screen: its heading, and the window's title. */
  readonly title: string;
  /** A line below the heading. */
  readonly children?: ReactNode;
  /** What can be done with the whole screen. */
  readonly actions?: ReactNode;
}

/** Head of a screen. It takes the focus when the screen opens, so that people who do not see it hear where they are. */
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

/** The heading alone, for screens that are built another way. */
export function PageTitle({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // On the page's own load the browser reads out the title, and a field may want the focus. As it was when the screen
  // opened: one that changes its address while somebody types keeps the focus where it is.
  const [isFirst] = useState(key === "default");

  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
  }, [isFirst]);

  return (
    <>
      <title>{`${children} · Acionamentos`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
    </>
  );
}
