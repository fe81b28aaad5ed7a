import { useFragment } from "@apollo/client/react";
import { Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { formatCount } from "../../format/count.ts";
import type { ConsultaTotaisFragment } from "../../gql/graphql.ts";
import { toneOf } from "../../ui/StatusBadge.tsx";
import { filterByStatus, searchOf, seguradoraOf, stateOf, statusOf } from "./consulta.address.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";
import { type Consulta, thisYear, TotaisFragment } from "./consulta.query.ts";
import { AfterQuery, PartBoundary } from "./PartBoundary.tsx";

interface Count {
  readonly codigo: string;
  readonly descricao: string;
  readonly quantidade?: number;
  /** It is in the address but has no counts; its code is the label. */
  readonly isUnknown?: boolean;
}

/** Status filter chips with this year's counts. */
export function ConsultaStatus({
  queryRef,
  criteria,
}: Pick<Consulta, "queryRef"> & { readonly criteria: ConsultaCriteria }) {
  const ano = thisYear();
  const { data } = useFragment({ fragment: TotaisFragment, from: "ROOT_QUERY", variables: { ano } });
  const counts = useCounts(criteria);
  return (
    <nav className="consulta-statuses" aria-labelledby="consulta-statuses">
      <h2 id="consulta-statuses">
        Status <small>abertos em {ano}, todas as seguradoras</small>
      </h2>
      <ul>
        {counts.map((count) => (
          <li key={count.codigo}>
            {count.isUnknown && !data?.totaisPorStatus ? (
              // Its name may still be loading.
              <AfterQuery queryRef={queryRef} fallback={null}>
                <Chip count={count} criteria={criteria} />
              </AfterQuery>
            ) : (
              <Chip count={count} criteria={criteria} />
            )}
          </li>
        ))}
        {!data?.totaisPorStatus && (
          <PartBoundary
            queryRef={queryRef}
            field="totaisPorStatus"
            errorTitle="As quantidades não puderam ser carregadas."
          >
            {[5, 6, 6.5, 7, 7.5].map((width) => (
              <Skeleton key={width} component="li" height="2.25rem" width={`${width}rem`} radius="xl" aria-hidden />
            ))}
          </PartBoundary>
        )}
      </ul>
    </nav>
  );
}

/** The statuses of the year, and the one of the filter. */
export function useCounts({ filter }: ConsultaCriteria): readonly Count[] {
  const { data } = useFragment({ fragment: TotaisFragment, from: "ROOT_QUERY", variables: { ano: thisYear() } });
  const counts = countsOf((data as ConsultaTotaisFragment | undefined)?.totaisPorStatus ?? []);
  const codigo = statusOf(filter);
  const isMissing = codigo !== undefined && !counts.some((count) => count.codigo === codigo);
  return isMissing ? [...counts, { codigo, descricao: codigo, isUnknown: true }] : counts;
}

function Chip({ count: { codigo, descricao, quantidade }, criteria: { filter, ordem, busca } }: ChipProps) {
  const isChosen = statusOf(filter) === codigo;
  return (
    <Link
      to={searchOf(filterByStatus(codigo, seguradoraOf(filter)), ordem)}
      state={stateOf(busca)}
      className={`consulta-chip ${toneOf(codigo)}`}
      aria-current={isChosen ? "true" : undefined}
    >
      {descricao} {quantidade !== undefined && <span className="figures">{formatCount(quantidade)}</span>}
    </Link>
  );
}

interface ChipProps {
  readonly count: Count;
  readonly criteria: ConsultaCriteria;
}

/** Counts by status in alphabetical order, which does not depend on the counts. */
function countsOf(totals: NonNullable<ConsultaTotaisFragment["totaisPorStatus"]>): readonly Count[] {
  const counts = new Map<string, Count & { readonly quantidade: number }>();
  for (const { status, quantidade } of totals) {
    const before = counts.get(status.codigo)?.quantidade ?? 0;
    counts.set(status.codigo, { ...status, quantidade: before + quantidade });
  }
  return [...counts.values()].toSorted((a, b) => a.descricao.localeCompare(b.descricao, "pt-BR"));
}
