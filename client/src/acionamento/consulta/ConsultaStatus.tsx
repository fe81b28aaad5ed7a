import { useFragment } from "@apollo/client/react";
import { Link } from "react-router";
import { formatCount } from "../../format/count.ts";
import type { ConsultaTotaisFragment } from "../../gql/graphql.ts";
import { yearPeriod } from "../../shell/listAddress.ts";
import { toneOf } from "../../status.ts";
import { type Filter, filterByStatus, searchOf, stateOf, statusesOf } from "./consulta.address.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";
import { type Consulta, StatusNameFragment, thisYear } from "./consulta.query.ts";
import { AfterQuery, PartBoundary } from "./PartBoundary.tsx";
import { periodKey } from "./periods.ts";
import { useTotais } from "./useTotais.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** Instead of a name. A code is none. */
const UNKNOWN = "Status não conhecido";

interface Count {
  readonly codigo: string;
  readonly descricao: string;
  readonly quantidade?: number;
  /** It is in the address, and no answer has named it yet. */
  readonly isUnknown?: boolean;
}

export interface ConsultaStatusProps extends Pick<Consulta, "queryRef"> {
  readonly criteria: ConsultaCriteria;
  readonly counts: StatusCounts;
}

/** Status filter chips with this year's counts. */
export function ConsultaStatus({ queryRef, criteria, counts: { counts, areLoaded } }: ConsultaStatusProps) {
  const ano = thisYear();
  const { filter } = criteria;
  return (
    <nav className="consulta-statuses" aria-labelledby="consulta-statuses">
      <h2 id="consulta-statuses">
        Status {!filter.seguradora && isCounted(filter) && <small>abertos em {ano}, todas as seguradoras</small>}
      </h2>
      <ul>
        {isCounted(filter) && (
          <li>
            <Every counts={counts} criteria={criteria} />
          </li>
        )}
        {counts.map((count) => (
          <li key={count.codigo}>
            {count.isUnknown && !areLoaded ? (
              // Its name may still be loading.
              <AfterQuery queryRef={queryRef} fallback={null}>
                <Chip count={count} criteria={criteria} />
              </AfterQuery>
            ) : (
              <Chip count={count} criteria={criteria} />
            )}
          </li>
        ))}
        {!areLoaded && (
          <PartBoundary
            queryRef={queryRef}
            field="totaisPorStatus"
            errorTitle="As quantidades não puderam ser carregadas."
          >
            {[5, 6, 6.5, 7, 7.5].map((width) => (
              <Skeleton key={width} component="li" height="2.25rem" width={`${width}rem`} isRound />
            ))}
          </PartBoundary>
        )}
      </ul>
    </nav>
  );
}

/** Whether the chips have counts, which are this year's of all insurers; so each chip opens the list of this year. */
function isCounted({ seguradora, periodo, usuario, sinistro, autorizacao }: Filter): boolean {
  const isNumber = !!(sinistro ?? autorizacao);
  return isNumber || (!seguradora && !usuario && (!periodo || isThisYear(periodo)));
}

function isThisYear(periodo: Filter["periodo"]): boolean {
  return periodKey(periodo) === periodKey(yearPeriod(thisYear()));
}

export interface StatusCounts {
  readonly counts: readonly Count[];
  /** Whether this year's numbers have come. */
  readonly areLoaded: boolean;
}

/** The statuses of this year and the last one, and those of the filter. */
export function useCounts({ filter }: ConsultaCriteria): StatusCounts {
  const { totaisPorStatus, anoAnterior } = useTotais();
  const codes = statusesOf(filter);
  const named = useFragment({
    fragment: StatusNameFragment,
    from: codes.map((codigo) => ({ __typename: "Status" as const, codigo })),
  });
  const counts = countsOf(totaisPorStatus, anoAnterior ?? []);
  const missing = codes.flatMap((codigo, at): Count[] => {
    if (counts.some((count) => count.codigo === codigo)) return [];
    const descricao = named.data[at]?.descricao;
    return [descricao ? { codigo, descricao } : { codigo, descricao: UNKNOWN, isUnknown: true }];
  });
  return { counts: [...counts, ...missing], areLoaded: !!totaisPorStatus };
}

/** The list of the chosen statuses in any year, whose number is that of the list below. */
function Every({
  counts,
  criteria: { filter, ordem, busca },
}: Omit<ChipProps, "count"> & { readonly counts: readonly Count[] }) {
  const codes = statusesOf(filter);
  const chosen = counts.filter(({ codigo }) => codes.includes(codigo));
  // The chip of a status without a count is of all years.
  if (chosen.length === 0 || chosen.some(({ quantidade }) => quantidade === undefined)) return null;
  const names = chosen.map(({ descricao }) => descricao);
  return (
    <Link
      to={searchOf(filterByStatus(codes), ordem, busca)}
      state={stateOf(busca)}
      className={`consulta-chip ${toneOf(codes[0] ?? "")}`}
      aria-current={filter.periodo ? undefined : "true"}
    >
      {names.join(", ")} de todos os anos
    </Link>
  );
}

function Chip({ count: { codigo, descricao, quantidade }, criteria: { filter, ordem, busca } }: ChipProps) {
  const isYear = isCounted(filter);
  const periodo = isYear && quantidade !== undefined ? yearPeriod(thisYear()) : filter.periodo;
  const target = filterByStatus([codigo], { ...filter, periodo });
  return (
    <Link
      to={searchOf(target, ordem, busca)}
      state={stateOf(busca)}
      className={`consulta-chip ${toneOf(codigo)}`}
      aria-current={searchOf(target) === searchOf(filter) ? "true" : undefined}
    >
      {descricao} {isYear && quantidade !== undefined && <span className="figures">{formatCount(quantidade)}</span>}
    </Link>
  );
}

interface ChipProps {
  readonly count: Count;
  readonly criteria: ConsultaCriteria;
}

type Totals = NonNullable<ConsultaTotaisFragment["totaisPorStatus"]>;

/** This year's counts by status, and last year's other statuses; in alphabetical order, which does not depend on the counts. */
function countsOf(totals: Totals | null | undefined, others: Totals): readonly Count[] {
  const counts = new Map<string, Count>();
  for (const { status } of others) counts.set(status.codigo, { ...status, ...(totals && { quantidade: 0 }) });
  for (const { status, quantidade } of totals ?? []) {
    const before = counts.get(status.codigo)?.quantidade ?? 0;
    counts.set(status.codigo, { ...status, quantidade: before + quantidade });
  }
  return [...counts.values()].toSorted((a, b) => a.descricao.localeCompare(b.descricao, "pt-BR"));
}
