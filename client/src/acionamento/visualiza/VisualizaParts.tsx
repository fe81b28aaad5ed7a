/** Small parts that several cards of the view use. */
import type { ReactNode } from "react";
import { useRevalidator } from "react-router";

/** In the place of a value that could not be read. */
export function Retry() {
  return (
    <span className="visualiza-lost">
      Não disponível agora. <RetryButton />
    </span>
  );
}

/** Asks for the whole acionamento again. */
export function RetryButton() {
  const { revalidate } = useRevalidator();
  return (
    <button type="button" className="visualiza-link no-print" onClick={() => void revalidate()}>
      Tentar novamente
    </button>
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
