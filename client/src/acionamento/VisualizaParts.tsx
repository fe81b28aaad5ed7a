/** Small parts that several cards of the view use. */
import type { ReactNode } from "react";
import { useRevalidator } from "react-router";

/** In the place of a value that could not be read. */
export function Retry() {
  const { revalidate, state } = useRevalidator();
  return (
    <span className="visualiza-lost">
      Não disponível agora.{" "}
      <button
        type="button"
        className="visualiza-link no-print"
        disabled={state === "loading"}
        onClick={() => void revalidate()}
      >
        Tentar novamente
      </button>
    </span>
  );
}

export interface FactProps {
  readonly name: string;
  readonly className?: string;
  /** Null where the services have none. */
  readonly children: ReactNode;
}

/** A value with its name. */
export function Fact({ name, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children ?? <span className="visualiza-lost">Não informado</span>}</dd>
    </div>
  );
}
