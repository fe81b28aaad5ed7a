/** The counts of the statuses, for the chips and the title of the list. */
import { useFragment } from "@apollo/client/react";
import { useEffect, useState } from "react";
import { isSamePeriod, periodOfYear } from "../../format/period.ts";
import { ConsultaFilterDataFragmentDoc, type ConsultaFilterDataFragment } from "../../gql/graphql.ts";
import { preload } from "../../graph/client.ts";
import type { ListFilter } from "../../shell/addresses.ts";
import { placeOf, usualName } from "../../status.ts";
import type { Consulta } from "./consulta.query.ts";

/** A year's totals and the insurers are undefined while they load, null after an error. */
export type FilterData = { readonly [Part in FilterPart]: ConsultaFilterDataFragment[Part] | undefined };
type FilterPart = "totaisPorStatus" | "anoAnterior" | "seguradoras";

/** The filter's data from the cache, to which the list's query brings them. */
export function useFilterData(queryRef: Consulta["queryRef"], ano: number): FilterData {
  const { data } = useFragment({
    fragment: ConsultaFilterDataFragmentDoc,
    fragmentName: "ConsultaFilterData",
    from: "ROOT_QUERY",
    variables: { ano, anoAnterior: ano - 1 },
  });
  // A part that failed before is null in the cache while it is asked for again.
  const missing = useIsSettled(queryRef) ? null : undefined;
  const { totaisPorStatus, anoAnterior, seguradoras } = data as FilterData;
  return { totaisPorStatus: totaisPorStatus ?? missing, anoAnterior, seguradoras: seguradoras ?? missing };
}

/** Whether a query has its answer, or has failed. */
function useIsSettled(queryRef: Consulta["queryRef"]): boolean {
  const [settled, setSettled] = useState<Consulta["queryRef"]>();
  useEffect(() => {
    const settle = () => setSettled(queryRef);
    preload.toPromise(queryRef).then(settle, settle);
  }, [queryRef]);
  return settled === queryRef;
}

export interface Count {
  readonly codigo: string;
  readonly descricao: string;
  readonly quantidade?: number | undefined;
}

/** Whether the chips show counts. These are a whole year's, of all insurers and users: none for a narrower filter. */
export function hasCounts({ seguradora, periodo, isMine, sinistro, autorizacao }: ListFilter, ano: number): boolean {
  const isNumber = !!(sinistro ?? autorizacao);
  return isNumber || (!seguradora && !isMine && (!periodo || isSamePeriod(periodo, periodOfYear(ano))));
}

export interface StatusCounts {
  readonly ano: number;
  readonly chips: readonly Count[];
  /** The year's totals: undefined while they load, null after an error. */
  readonly totals: FilterData["totaisPorStatus"];
}

/** The statuses of both years and the filter. One that neither year has gets its usual name or, without one, its code. */
export function statusCounts(filter: ListFilter, ano: number, data: FilterData): StatusCounts {
  const totals = data.totaisPorStatus;
  const counts = countsOf(totals, data.anoAnterior ?? []);
  const others = filter.statuses
    .filter((code) => !counts.some(({ codigo }) => codigo === code))
    // The totals leave out what has no acionamentos.
    .map((codigo) => ({ codigo, descricao: usualName(codigo) ?? codigo, quantidade: totals ? 0 : undefined }));
  const chips = [...counts, ...others].toSorted(inOrder);
  return { ano, chips, totals };
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
