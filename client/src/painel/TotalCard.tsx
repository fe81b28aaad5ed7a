import { Button, Skeleton } from "@mantine/core";
import { useId, useRef } from "react";
import { formatCount } from "../format/count.ts";
import { useChanged } from "../ui/useChanged.ts";
import { refresh, type Part, usePainel } from "./painelStore.ts";
import { Stale } from "./Stale.tsx";

export interface TotalCardProps {
  readonly name: string;
  readonly part: Part;
  /** `undefined` while loading, null after an error. */
  readonly figure: { readonly count: number; readonly note: string } | null | undefined;
}

/** A total of the dashboard, or its loading or error state. */
export function TotalCard({ name, part, figure }: TotalCardProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  function retry(): void {
    // The button disappears: the focus moves to the heading.
    heading.current?.focus();
    refresh();
  }

  return (
    <div className="card painel-total" role="group" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {name}
      </h2>
      {figure === undefined && <Waiting />}
      {figure === null && <LoadError part={part} describedBy={id} onRetry={retry} />}
      {figure && (
        <>
          <Count count={figure.count} />
          <p className="painel-note figures">
            {figure.note} <Stale part={part} />
          </p>
        </>
      )}
    </div>
  );
}

function Count({ count }: { readonly count: number }) {
  return (
    <p className="painel-count figures">
      <span {...useChanged(count)}>{formatCount(count)}</span>
    </p>
  );
}

function Waiting() {
  return (
    <>
      <p className="painel-count">
        <Skeleton component="span" display="block" height="0.9em" width="3ch" />
      </p>
      <p className="painel-note">
        <Skeleton component="span" display="inline-block" height="1em" width="6rem" />
      </p>
    </>
  );
}

interface LoadErrorProps {
  readonly part: Part;
  readonly describedBy: string;
  readonly onRetry: () => void;
}

function LoadError({ part, describedBy, onRetry }: LoadErrorProps) {
  const { errorMessage } = usePainel().parts[part];
  return (
    <>
      <p className="painel-error">{errorMessage ?? "Este total não pôde ser lido."}</p>
      <Button variant="default" size="xs" aria-describedby={describedBy} onClick={onRetry}>
        Tentar novamente
      </Button>
    </>
  );
}
