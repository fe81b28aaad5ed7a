/** Small components shared by the cards of the view. */
import type { ReactNode } from "react";
import { useRevalidator } from "react-router";

/** A value that could not be loaded: that of before, if there is one. */
export function Retry({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      {children}{" "}
      <span className="visualiza-lost" translate="yes">
        {children ? "Pode ter mudado." : "Não disponível agora."} <RetryButton />
      </span>
    </>
  );
}

/** Reloads the whole acionamento. */
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
  /** Null if there is no value. */
  readonly children: ReactNode;
}

/** A labelled value, which no translator changes. */
export function Fact({ name, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd translate="no">
        {children ?? (
          <span className="visualiza-lost" translate="yes">
            Não informado
          </span>
        )}
      </dd>
    </div>
  );
}
