import { type ReactNode, type RefObject, useId } from "react";

interface PartProps {
  readonly name: string;
  readonly note: ReactNode;
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  /** Controls beside the heading. */
  readonly tools?: ReactNode;
  /** While it is loading. */
  readonly isHidden?: boolean;
  readonly children: ReactNode;
}

/** A card with a heading, which gets the focus from a button that disappears. */
export function Part({ name, note, heading, tools, isHidden = false, children }: PartProps) {
  const id = useId();
  return (
    <section className="card painel-part" aria-labelledby={id} aria-hidden={isHidden || undefined}>
      <header>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {name}
          </h2>
          <p>{note}</p>
        </div>
        {tools}
      </header>
      {children}
    </section>
  );
}
