import { useFragment } from "@apollo/client/react";
import { Link } from "react-router";
import { formatCount } from "../../format/count.ts";
import { StatusNameFragmentDoc, type ConsultaTotaisFragment } from "../../gql/graphql.ts";
import { yearPeriod } from "../../shell/listAddress.ts";
import { placeOf, toneOf } from "../../status.ts";
import { type Filter, filterByStatus, searchOf, stateOf, statusesOf } from "./consulta.address.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";
import { periodKey } from "./periods.ts";
import type { Parts } from "./useParts.ts";
import { UnreadPart } from "./UnreadPart.tsx";
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

export interface ConsultaStatusProps {
  readonly criteria: ConsultaCriteria;
  readonly counts: StatusCounts;
}

/** Status filter chips with the year's counts. */
export function ConsultaStatus({ criteria, counts: statusCounts }: ConsultaStatusProps) {
  const { filter } = criteria;
  const { ano, counts, areLoaded, isSettled } = statusCounts;
  return (
    <nav className="consulta-statuses" aria-labelledby="consulta-statuses">
      <h2 id="consulta-statuses">
        Status{" "}
        {!filter.seguradora && isCounted(filter, ano) && <small>{`abertos em ${ano}, todas as seguradoras`}</small>}
      </h2>
      <ul>
        {isCounted(filter, ano) && <Every counts={statusCounts} criteria={criteria} />}
        {counts.map((count) => (
          <li key={count.codigo}>
            {/* Its name may still be loading, or could not be loaded. */}
            {(!count.isUnknown || (isSettled && areLoaded)) && <Chip count={count} criteria={criteria} ano={ano} />}
          </li>
        ))}
        {!areLoaded &&
          (isSettled ? (
            <UnreadPart field="totaisPorStatus" title="As quantidades não puderam ser carregadas." />
          ) : (
            [5, 6, 6.5, 7, 7.5].map((width) => (
              <Skeleton key={width} component="li" height="2.25rem" width={`${width}rem`} isRound />
            ))
          ))}
      </ul>
    </nav>
  );
}

/** Whether the chips have counts, which are the year's of all insurers; so each chip opens the list of the year. */
function isCounted({ seguradora, periodo, usuario, sinistro, autorizacao }: Filter, ano: number): boolean {
  const isNumber = !!(sinistro ?? autorizacao);
  return isNumber || (!seguradora && !usuario && (!periodo || periodKey(periodo) === periodKey(yearPeriod(ano))));
}

export interface StatusCounts {
  /** The year of the counts. */
  readonly ano: number;
  readonly counts: readonly Count[];
  /** Whether the year's numbers have come. */
  readonly areLoaded: boolean;
  /** Whether the list's query has its answer. */
  readonly isSettled: boolean;
}

/** The statuses of a year and the one before, and those of the filter. */
export function useCounts(
  { filter }: ConsultaCriteria,
  ano: number,
  { totaisPorStatus, anoAnterior }: Parts,
  isSettled: boolean,
): StatusCounts {
  const counts = countsOf(totaisPorStatus, anoAnterior ?? []);
  const others = statusesOf(filter).filter((code) => !counts.some(({ codigo }) => codigo === code));
  const named = useFragment({
    fragment: StatusNameFragmentDoc,
    from: others.map((codigo) => ({ __typename: "Status" as const, codigo })),
  });
  const missing = others.map((codigo, at): Count => {
    const descricao = named.data[at]?.descricao;
    return descricao ? { codigo, descricao } : { codigo, descricao: UNKNOWN, isUnknown: true };
  });
  return { ano, counts: [...counts, ...missing].toSorted(inOrder), areLoaded: !!totaisPorStatus, isSettled };
}

/** The chosen statuses. */
export function chosenOf({ counts }: StatusCounts, filter: Filter): readonly Count[] {
  const codes = statusesOf(filter);
  return counts.filter(({ codigo }) => codes.includes(codigo));
}

/** So many statuses have one name if they are all of this year and the one before. */
export const MANY = 3;

/** The names of the chosen statuses. */
export function chosenNames(counts: StatusCounts, filter: Filter): readonly string[] {
  const chosen = chosenOf(counts, filter);
  // A status without a quantity is in the address only.
  const areCounted = chosen.every(({ quantidade }) => quantidade !== undefined);
  const areAll = areCounted && chosen.length >= MANY && chosen.length === counts.counts.length;
  return areAll ? ["Todos os status"] : chosen.map(({ descricao }) => descricao);
}

/** The item of the list of the chosen statuses in any year, whose number is that of the list below. */
function Every({
  counts,
  criteria: { filter, ordem, busca },
}: Pick<ChipProps, "criteria"> & { readonly counts: StatusCounts }) {
  const codes = statusesOf(filter);
  const chosen = chosenOf(counts, filter);
  // The chip of a status without a count is of all years.
  if (chosen.length === 0 || chosen.some(({ quantidade }) => quantidade === undefined)) return null;
  return (
    <li>
      <Link
        to={searchOf(filterByStatus(codes), ordem, busca)}
        state={stateOf(busca)}
        className={`consulta-chip consulta-every ${toneOf(codes[0] ?? "")}`}
        aria-current={filter.periodo ? undefined : "true"}
      >
        {`${chosenNames(counts, filter).join(", ")} de todos os anos`}
      </Link>
    </li>
  );
}

function Chip({ count: { codigo, descricao, quantidade }, criteria: { filter, ordem, busca }, ano }: ChipProps) {
  const isYear = isCounted(filter, ano);
  const periodo = isYear && quantidade !== undefined ? yearPeriod(ano) : filter.periodo;
  const target = filterByStatus([codigo], { ...filter, periodo });
  // Each chip of several statuses is marked, if its own list differs from the shown one by the other statuses only.
  const isOneOf = statusesOf(filter).includes(codigo);
  const isChosen = isOneOf && searchOf(target) === searchOf(filterByStatus([codigo], filter));
  return (
    <Link
      to={searchOf(target, ordem, busca)}
      state={stateOf(busca)}
      className={`consulta-chip ${toneOf(codigo)}`}
      aria-current={isChosen ? "true" : undefined}
    >
      {descricao}{" "}
      {isYear && quantidade !== undefined && (
        <span className="figures" translate="no">
          {formatCount(quantidade)}
        </span>
      )}
    </Link>
  );
}

interface ChipProps {
  readonly count: Count;
  readonly criteria: ConsultaCriteria;
  readonly ano: number;
}

type Totals = NonNullable<ConsultaTotaisFragment["totaisPorStatus"]>;

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
