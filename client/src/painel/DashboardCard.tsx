import { type ReactNode, useId } from "react";
import { formatMoment } from "../format/date.ts";
import { messageOf } from "../graph/errors.ts";
import { useFieldState } from "../graph/fieldStates.ts";
import { ErrorState } from "../ui/Notice.tsx";

/** The fields of the response, each of which may fail alone. */
export const FIELDS = [
  "abertosHoje",
  "abertosNoMes",
  "faturadosNoMes",
  "seguradoras",
  "statusPorSeguradoraNoMes",
  "totaisPorStatus",
  "esperando",
  "deHoje",
  "meus",
] as const;

export type Field = (typeof FIELDS)[number];

interface DashboardCardProps<T> {
  readonly field: Field;
  /** Undefined while it loads, null after an error. */
  readonly value: T | null | undefined;
  readonly name: string;
  /** A line below the heading, with the time of an outdated value. */
  readonly note?: string;
  readonly tools?: ReactNode;
  readonly className?: string;
  readonly skeleton: ReactNode;
  readonly errorTitle: string;
  /** Why the whole query failed, if it is one of the card's own. */
  readonly loadError?: unknown;
  readonly onRetry: () => void;
  readonly children: (value: T) => ReactNode;
}

/** A card that shows a field of the dashboard, its skeleton, or why it could not be read. */
export function DashboardCard<T>({ field, value, name, note, tools, skeleton, ...rest }: DashboardCardProps<T>) {
  const { className = "", errorTitle, loadError, onRetry, children } = rest;
  const id = useId();
  const { errorMessage } = useFieldState(field);
  const reason = errorMessage ?? (loadError ? messageOf(loadError) : "Os números não puderam ser lidos.");
  return (
    <section className={`card dashboard-card ${className}`} aria-labelledby={id}>
      <header className="page-header">
        <div>
          <h2 id={id} tabIndex={-1}>
            {name}
          </h2>
          {note && (
            <p>
              {note} {value && <Stale field={field} />}
            </p>
          )}
        </div>
        {tools}
      </header>
      {value === undefined ? (
        skeleton
      ) : value === null ? (
        <ErrorState title={errorTitle} reason={reason} onRetry={onRetry} />
      ) : (
        children(value)
      )}
    </section>
  );
}

/** Marks a field whose reload failed as outdated. */
export function Stale({ field }: { readonly field: Field }) {
  const { loadedAt, errorMessage } = useFieldState(field);
  if (errorMessage === null) return null;
  return (
    <span className="painel-stale">{loadedAt ? `números ${formatMoment(loadedAt, "das")}` : "não atualizado"}</span>
  );
}
