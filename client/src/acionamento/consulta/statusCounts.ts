/** The counts of the statuses, for the chips and the title of the list. */
import { useFragment } from "@apollo/client/react";
import { isSamePeriod, periodOfYear } from "../../format/period.ts";
import { ConsultaFilterDataFragmentDoc, type ConsultaFilterDataFragment } from "../../gql/graphql.ts";
import type { ListFilter } from "../../shell/addresses.ts";
import { placeOf, usualName } from "../../status.ts";

export type FilterData = Partial<ConsultaFilterDataFragment>;

/** What the cache has of the filter's data: totals of `ano` and of the year before, and insurers. */
export function useFilterData(ano: number): FilterData {
  const { data } = useFragment({
    fragment: ConsultaFilterDataFragmentDoc,
    fragmentName: "ConsultaFilterData",
    from: "ROOT_QUERY",
    variables: { ano, anoAnterior: ano - 1 },
  });
  return data as FilterData;
}

export interface Count {
  readonly codigo: string;
  readonly descricao: string;
  readonly quantidade?: number | undefined;
}

/** Counts exist for a whole year and all insurers, so a chip with a count opens that year's list. */
export function isCounted({ seguradora, periodo, isMine, sinistro, autorizacao }: ListFilter, ano: number): boolean {
  const isNumber = !!(sinistro ?? autorizacao);
  return isNumber || (!seguradora && !isMine && (!periodo || isSamePeriod(periodo, periodOfYear(ano))));
}

export interface StatusCounts {
  readonly ano: number;
  readonly chips: readonly Count[];
  /** Whether the year's numbers have come. */
  readonly areLoaded: boolean;
}

/** The statuses of both years and the filter. One that neither year has gets its usual name or, without one, its code. */
export function statusCounts(
  filter: ListFilter,
  ano: number,
  { totaisPorStatus, anoAnterior }: FilterData,
): StatusCounts {
  const counts = countsOf(totaisPorStatus, anoAnterior ?? []);
  const others = filter.statuses
    .filter((code) => !counts.some(({ codigo }) => codigo === code))
    // The totals leave out what has no acionamentos.
    .map((codigo) => ({ codigo, descricao: usualName(codigo) ?? codigo, quantidade: totaisPorStatus ? 0 : undefined }));
  const chips = [...counts, ...others].toSorted(inOrder);
  return { ano, chips, areLoaded: !!totaisPorStatus };
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
