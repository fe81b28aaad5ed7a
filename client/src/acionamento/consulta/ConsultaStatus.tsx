import { useFragment } from "@apollo/client/react";
import { useState } from "react";
import { Link } from "react-router";
import { formatCount } from "../../format/count.ts";
import { ConsultaFilterDataFragmentDoc, type ConsultaFilterDataFragment } from "../../gql/graphql.ts";
import { useFieldState } from "../../graph/fieldStates.ts";
import { MAX_STATUSES, yearPeriod } from "../../shell/listAddress.ts";
import { placeOf, toneOf, usualName } from "../../status.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { RetryButton } from "../../ui/StateNotice.tsx";
import { type Filter, filterWith, isSamePeriod, searchOf, stateOf } from "./consulta.address.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";

export type FilterData = Partial<ConsultaFilterDataFragment>;

/** Totals of `ano`, which the loader asked for, and the year before, and the insurers, as far as they are loaded. */
export function useFilterData(ano: number): FilterData {
  const { data } = useFragment({
    fragment: ConsultaFilterDataFragmentDoc,
    fragmentName: "ConsultaFilterData",
    from: "ROOT_QUERY",
    variables: { ano, anoAnterior: ano - 1 },
  });
  return data as FilterData;
}

interface Count {
  readonly codigo: string;
  readonly descricao: string;
  readonly quantidade?: number | undefined;
}

export interface ConsultaStatusProps {
  readonly criteria: ConsultaCriteria;
  readonly counts: StatusCounts;
}

/** Status filter chips with the year's counts. Each opens its own list; where several are chosen, each adds or removes its own. */
export function ConsultaStatus({ criteria, counts: { ano, counts, areLoaded, isSettled } }: ConsultaStatusProps) {
  const [isMany, setMany] = useState(false);
  const { filter } = criteria;
  const hasCounts = isCounted(filter, ano);
  return (
    <nav className="consulta-statuses" aria-labelledby="consulta-statuses">
      <h2 id="consulta-statuses">
        Status {!filter.seguradora && hasCounts && <small>{`abertos em ${ano}, todas as seguradoras`}</small>}
      </h2>
      <ul className="row plain">
        {(areLoaded || isSettled) &&
          counts.map((count) => (
            <li key={count.codigo}>
              <Chip
                count={hasCounts ? count : { ...count, quantidade: undefined }}
                criteria={criteria}
                ano={ano}
                isMany={isMany}
              />
            </li>
          ))}
        {areLoaded && (
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
        {!areLoaded &&
          (isSettled ? (
            <UnreadPart field="totaisPorStatus" title="As quantidades não puderam ser carregadas." />
          ) : (
            [5, 6, 6.5, 7, 7.5].map((width) => (
              <Skeleton key={width} component="li" className="skeleton-round" height="2.25rem" width={`${width}rem`} />
            ))
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

/** Counts exist for a whole year and all insurers, so a chip with a count opens that year's list. */
function isCounted({ seguradora, periodo, isMine, sinistro, autorizacao }: Filter, ano: number): boolean {
  const isNumber = !!(sinistro ?? autorizacao);
  return isNumber || (!seguradora && !isMine && (!periodo || isSamePeriod(periodo, yearPeriod(ano))));
}

export interface StatusCounts {
  readonly ano: number;
  readonly counts: readonly Count[];
  /** Whether the year's numbers have come. */
  readonly areLoaded: boolean;
  /** Whether the list's query has its answer. */
  readonly isSettled: boolean;
}

/** The statuses of a year and the one before, and those of the filter, which have their usual names until a year has them. */
export function statusCounts(
  { filter }: ConsultaCriteria,
  ano: number,
  { totaisPorStatus, anoAnterior }: FilterData,
  isSettled: boolean,
): StatusCounts {
  const counts = countsOf(totaisPorStatus, anoAnterior ?? []);
  const others = filter.statuses
    .filter((code) => !counts.some(({ codigo }) => codigo === code))
    // The totals leave out what has no acionamentos.
    .map((codigo) => ({ codigo, descricao: usualName(codigo) ?? codigo, quantidade: totaisPorStatus ? 0 : undefined }));
  const all = [...counts, ...others].toSorted(inOrder);
  return { ano, counts: all, areLoaded: !!totaisPorStatus, isSettled };
}

export function chosenOf({ counts }: StatusCounts, { statuses }: Filter): readonly Count[] {
  return counts.filter(({ codigo }) => statuses.includes(codigo));
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
  // Its list is as long as its count says.
  const periodo = quantidade === undefined ? filter.periodo : yearPeriod(ano);
  return (
    <Link
      to={searchOf(filterWith(filter, { statuses: [codigo], periodo }), pending.ordem, pending.busca)}
      state={stateOf(pending.busca)}
      className={className}
      aria-current={isChosen ? "true" : undefined}
    >
      {content}
    </Link>
  );
}

type Totals = NonNullable<ConsultaFilterDataFragment["totaisPorStatus"]>;

/** In the order of the work, as everywhere. It depends neither on the counts nor on what is chosen. */
function inOrder(one: Count, other: Count): number {
  return placeOf(one.codigo) - placeOf(other.codigo) || one.descricao.localeCompare(other.descricao, "pt-BR");
}

/** A year's counts by status, and the other statuses of the year before. */
function countsOf(totals: Totals | null | undefined, others: Totals): readonly Count[] {
  const counts = new Map<string, Count>();
  for (const { status } of others) counts.set(status.codigo, { ...status, ...(totals && { quantidade: 0 }) });
  for (const { status, quantidade } of totals ?? []) {
    const before = counts.get(status.codigo)?.quantidade ?? 0;
    counts.set(status.codigo, { ...status, quantidade: before + quantidade });
  }
  return [...counts.values()];
}
