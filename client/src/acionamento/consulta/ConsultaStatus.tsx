import { useFragment } from "@apollo/client/react";
import { Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { formatCount } from "../../format/count.ts";
import type { ConsultaTotaisAnterioresFragment, ConsultaTotaisFragment } from "../../gql/graphql.ts";
import { FIRST_STATUS, toneOf } from "../../status.ts";
import { filterByStatus, searchOf, seguradoraOf, stateOf, statusOf } from "./consulta.address.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";
import {
  type Consulta,
  StatusNameFragment,
  thisYear,
  TotaisAnterioresFragment,
  TotaisFragment,
} from "./consulta.query.ts";
import { AfterQuery, PartBoundary } from "./PartBoundary.tsx";

/** Instead of a name. A code is none. */
const UNKNOWN = "Status não conhecido";

interface Count {
  readonly codigo: string;
  readonly descricao: string;
  readonly quantidade?: number;
  /** It is in the address, and no answer has named it yet. */
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

/** The statuses of this year and the last one, and the one of the filter. */
export function useCounts({ filter }: ConsultaCriteria): readonly Count[] {
  const variables = { ano: thisYear(), anoAnterior: thisYear() - 1 };
  const { data } = useFragment({ fragment: TotaisFragment, from: "ROOT_QUERY", variables });
  const { data: before } = useFragment({ fragment: TotaisAnterioresFragment, from: "ROOT_QUERY", variables });
  const codigo = statusOf(filter) ?? FIRST_STATUS;
  const { data: named } = useFragment({ fragment: StatusNameFragment, from: { __typename: "Status", codigo } });
  const totals = (data as Partial<ConsultaTotaisFragment>).totaisPorStatus;
  const { anoAnterior } = before as Partial<ConsultaTotaisAnterioresFragment>;
  const counts = countsOf(totals, anoAnterior ?? []);
  if (statusOf(filter) === undefined || counts.some((count) => count.codigo === codigo)) return counts;
  const { descricao } = named;
  const missing = descricao ? { codigo, descricao } : { codigo, descricao: UNKNOWN, isUnknown: true };
  return [...counts, missing];
}

function Chip({ count: { codigo, descricao, quantidade }, criteria: { filter, ordem, busca } }: ChipProps) {
  const isChosen = statusOf(filter) === codigo;
  return (
    <Link
      to={searchOf(filterByStatus(codigo, seguradoraOf(filter)), ordem, busca)}
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
