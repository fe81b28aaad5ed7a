import type { ReactNode } from "react";

interface LabelledValueProps {
  readonly name: string;
  readonly className?: string;
  /** Null if there is no value. */
  readonly children: ReactNode;
}

/** A labelled value. */
export function LabelledValue({ name, className, children }: LabelledValueProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children ?? <span className="soft">Não informado</span>}</dd>
    </div>
  );
}
