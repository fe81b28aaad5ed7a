import type { ReactNode } from "react";

interface FactProps {
  readonly name: string;
  readonly className?: string;
  /** Null if there is no value. */
  readonly children: ReactNode;
}

/** A labelled value. */
export function Fact({ name, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children ?? <span className="soft">Não informado</span>}</dd>
    </div>
  );
}
