import { Button } from "@mantine/core";
import { type ReactNode, useId, useRef } from "react";
import { counted, formatCount } from "../format/count.ts";
import type { ListFilter } from "../shell/listAddress.ts";
import { useChanged } from "../ui/useChanged.ts";
import { ListLink } from "./ListLink.tsx";
import { refresh, type Part, usePainel } from "./painelStore.ts";
import { Stale } from "./Stale.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

export interface TotalCardProps {
  readonly name: string;
  readonly part: Part;
  /** `undefined` while loading, null after an error. */
  readonly figure: { readonly count: number; readonly note: ReactNode } | null | undefined;
  /** The list of what is counted. */
  readonly list?: ListFilter;
}

/** A total of the dashboard, or its loading or error state. */
export function TotalCard({ name, part, figure, list }: TotalCardProps) {
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
          <Count count={figure.count} name={name} list={list} />
          <p className="painel-note figures">
            {figure.note} <Stale part={part} />
          </p>
        </>
      )}
    </div>
  );
}

interface CountProps {
  readonly count: number;
  readonly name: string;
  readonly list: ListFilter | undefined;
}

function Count({ count, name, list }: CountProps) {
  const number = (
    <span className="painel-figure" translate="no" {...useChanged(count)}>
      {formatCount(count)}
    </span>
  );
  return (
    <p className="painel-count figures">
      {list && count > 0 ? (
        <ListLink
          className="painel-number"
          label={`${name}: ${counted(count, "acionamento", "acionamentos")}`}
          {...list}
        >
          {number}
        </ListLink>
      ) : (
        number
      )}
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
  const errorMessage = usePainel(({ parts }) => parts[part].errorMessage);
  return (
    <>
      <p className="painel-error">{errorMessage ?? "Este total não pôde ser lido."}</p>
      <Button variant="default" size="xs" aria-describedby={describedBy} onClick={onRetry}>
        Tentar novamente
      </Button>
    </>
  );
}
