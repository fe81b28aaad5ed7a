import { useQuery } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { useSearchParams } from "react-router";
import { monthOfYear, thisYear } from "../format/date.ts";
import { isoDay, periodOfMonth, periodOfYear } from "../format/period.ts";
import { TotaisDoAnoDocument, type TotaisDoAnoFragment } from "../gql/graphql.ts";
import { SelectField } from "../ui/SelectField.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { EmptyState } from "../ui/Notice.tsx";
import { gridOf } from "./grid.ts";
import { YEAR_PARAM } from "./home.query.ts";
import { MonthsChart } from "./MonthsChart.tsx";
import { DashboardCard } from "./DashboardCard.tsx";
import { StatusTable } from "./StatusTable.tsx";

const OLDEST_OFFERED_YEAR = 2020;

const VIEW_PARAM = "ver";
const AS_TABLE = "tabela";

/** A year by month, as a chart or a table. `isWaiting`: the screen's query, which has the first year, is loading. */
export function MonthsCard({ ano, isWaiting }: { readonly ano: number; readonly isWaiting: boolean }) {
  const [search, setSearch] = useSearchParams();
  const isTable = search.get(VIEW_PARAM) === AS_TABLE;
  const { data, error, loading, refetch } = useQuery(TotaisDoAnoDocument, {
    variables: { ano },
    errorPolicy: "all",
    skip: isWaiting,
  });

  function set(name: string, value: string | null): void {
    const change = (before: URLSearchParams) => {
      if (value === null) before.delete(name);
      else before.set(name, value);
      return before;
    };
    setSearch(change, { replace: true, preventScrollReset: true });
  }
  const viewOf = (view: string | null, name: string, isShown: boolean) => (
    <Button variant={isShown ? "light" : "default"} aria-pressed={isShown} onClick={() => set(VIEW_PARAM, view)}>
      {name}
    </Button>
  );

  return (
    <DashboardCard
      field="totaisPorStatus"
      className="painel-months"
      value={data?.totaisPorStatus ?? (loading || isWaiting ? undefined : null)}
      name="Acionamentos por mês"
      note="Pelo mês da abertura e o status de agora."
      tools={
        <div className="row no-print">
          <Button.Group className="painel-views" aria-label="Ver como">
            {viewOf(null, "Gráfico", !isTable)}
            {viewOf(AS_TABLE, "Tabela", isTable)}
          </Button.Group>
          <SelectField
            w="5.75rem"
            aria-label="Ano"
            data={offeredYears(ano).map(String)}
            value={String(ano)}
            onChange={({ currentTarget: { value } }) => set(YEAR_PARAM, value === String(thisYear()) ? null : value)}
          />
        </div>
      }
      skeleton={<ChartSkeleton />}
      errorTitle={`Não foi possível carregar os totais de ${ano}.`}
      loadError={error}
      onRetry={() => void refetch().catch(() => undefined)}
    >
      {(totals) => <Months ano={ano} totals={totals} isTable={isTable} />}
    </DashboardCard>
  );
}

/** The years of the select, newest first, including the chosen one. */
export function offeredYears(chosen: number, now?: Date): readonly number[] {
  const newest = thisYear(now);
  const oldest = Math.min(chosen, OLDEST_OFFERED_YEAR);
  return Array.from({ length: newest - oldest + 1 }, (_, back) => newest - back);
}

interface MonthsProps {
  readonly ano: number;
  readonly totals: NonNullable<TotaisDoAnoFragment["totaisPorStatus"]>;
  readonly isTable: boolean;
}

function Months({ ano, totals, isTable }: MonthsProps) {
  if (totals.length === 0) return <EmptyState title={`Nenhum acionamento em ${ano}`}>Escolha outro ano.</EmptyState>;
  const months = Array.from({ length: 12 }, (_, index) => ({ key: index + 1, name: monthOfYear(index + 1, ano) }));
  const entries = totals.map(({ mes, ...total }) => ({ key: mes, ...total }));
  if (!isTable) return <MonthsChart ano={ano} months={months} entries={entries} />;
  return (
    <StatusTable
      caption={`Acionamentos de ${ano}, por mês e status`}
      rowName="Mês"
      grid={gridOf(months, entries)}
      wholeName={String(ano)}
      listOf={(statuses, row) => ({
        statuses,
        periodo: row ? periodOfMonth(isoDay(ano, row.key, 1)) : periodOfYear(ano),
      })}
    />
  );
}

function ChartSkeleton() {
  return (
    <div aria-hidden>
      <div className="painel-plot">
        <div className="painel-columns">
          {Array.from({ length: 12 }, (_, month) => (
            <Skeleton key={month} height={`${55 + ((month * 7) % 12) * 3}%`} width="56%" />
          ))}
        </div>
      </div>
      <Skeleton height="1rem" width="11rem" margin="1rem 0 0" />
      <Skeleton height="1rem" width="min(100%, 40rem)" margin="1rem 0 0" />
    </div>
  );
}
