import { useState } from "react";
import { Link } from "react-router";
import { formatCount } from "../../format/count.ts";
import { useFieldState } from "../../graph/fieldStates.ts";
import { periodOfYear } from "../../format/period.ts";
import { listTarget, MAX_STATUSES } from "../../shell/addresses.ts";
import { toneOf } from "../../status.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { RetryButton } from "../../ui/RetryButton.tsx";
import { filterWith } from "./consulta.address.ts";
import { type Count, hasCounts, type StatusCounts } from "./statusCounts.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";

export interface ConsultaStatusProps {
  readonly criteria: ConsultaCriteria;
  readonly counts: StatusCounts;
}

/** Status filter chips with the year's counts. Each opens the list of its status, or adds it while “Vários” is on. */
export function ConsultaStatus({ criteria, counts }: ConsultaStatusProps) {
  const [isMany, setMany] = useState(false);
  const { filter } = criteria;
  const { ano, chips, totals } = counts;
  const isCounted = hasCounts(filter, ano);
  return (
    <nav className="consulta-statuses" aria-labelledby="consulta-statuses">
      <h2 id="consulta-statuses">
        Status {!filter.seguradora && isCounted && <small>{`abertos em ${ano}, todas as seguradoras`}</small>}
      </h2>
      <ul className="row plain">
        {totals !== undefined &&
          chips.map((count) => (
            <li key={count.codigo}>
              <Chip
                count={isCounted ? count : { ...count, quantidade: undefined }}
                criteria={criteria}
                ano={ano}
                isMany={isMany}
              />
            </li>
          ))}
        {totals && (
          <li>
            <button
              type="button"
              className="consulta-chip consulta-many"
              aria-pressed={isMany}
              title="Escolher vários status"
              onClick={() => setMany(!isMany)}
            >
              Vários
            </button>
          </li>
        )}
        {totals === null && <UnreadPart field="totaisPorStatus" title="As quantidades não puderam ser carregadas." />}
        {totals === undefined &&
          [5, 6, 6.5, 7, 7.5].map((width) => (
            <Skeleton key={width} component="li" className="skeleton-round" height="2.25rem" width={`${width}rem`} />
          ))}
      </ul>
    </nav>
  );
}

/** Shown instead of a part of the filter, a field of the query, that could not be loaded. */
export function UnreadPart({ field, title }: { readonly field: string; readonly title: string }) {
  const { errorMessage } = useFieldState(field);
  return (
    <span className="fault" role="alert" title={errorMessage ?? undefined}>
      {title} <RetryButton />
    </span>
  );
}

interface ChipProps {
  readonly count: Count;
  readonly criteria: ConsultaCriteria;
  readonly ano: number;
  /** Whether it adds its status to the chosen ones, or removes it. */
  readonly isMany: boolean;
}

function Chip({ count: { codigo, descricao, quantidade }, criteria, ano, isMany }: ChipProps) {
  const { filter, pending, setFilter } = criteria;
  const chosen = filter.statuses;
  const isChosen = chosen.includes(codigo);
  const className = `consulta-chip dot ${toneOf(codigo)}`;
  const content = (
    <>
      {descricao} {quantidade !== undefined && <span className="figures">{formatCount(quantidade)}</span>}
    </>
  );
  if (isMany) {
    const next = isChosen ? chosen.filter((each) => each !== codigo) : [...chosen, codigo];
    const isAllowed = next.length > 0 && next.length <= MAX_STATUSES;
    return (
      <button
        type="button"
        className={className}
        aria-pressed={isChosen}
        onClick={() => isAllowed && setFilter(filterWith(filter, { statuses: next }))}
      >
        {content}
      </button>
    );
  }
  // A chip with a count opens the list of the counted year; any other keeps the period.
  const periodo = quantidade === undefined ? filter.periodo : periodOfYear(ano);
  return (
    <Link
      {...listTarget(filterWith(filter, { statuses: [codigo], periodo }), pending.ordem, pending.busca)}
      className={className}
      aria-current={isChosen ? "true" : undefined}
    >
      {content}
    </Link>
  );
}
