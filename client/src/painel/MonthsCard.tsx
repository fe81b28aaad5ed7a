import { useQuery } from "@apollo/client/react";
import { useId, useRef } from "react";
import { useSearchParams } from "react-router";
import { monthOfYear } from "../format/date.ts";
import { TotaisPorMesDocument, type TotaisDoAnoFragment } from "../gql/graphql.ts";
import { messageOf } from "../graph/errors.ts";
import { useFieldState } from "../graph/fieldStates.ts";
import { monthPeriod, yearPeriod } from "../shell/listAddress.ts";
import { EmptyState, ErrorState } from "../ui/StateNotice.tsx";
import { gridOf } from "./grid.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Stale } from "./LoadedAt.tsx";
import { MonthsChart } from "./MonthsChart.tsx";
import { StatusTable } from "./StatusTable.tsx";
import { YearChooser } from "./YearChooser.tsx";

type Totals = NonNullable<TotaisDoAnoFragment["totaisPorStatus"]>;

/** Search parameter of the chosen view. */
const VIEW_PARAM = "ver";
const AS_TABLE = "tabela";

/** A year by month, as a chart or a table. */
export function MonthsCard({ ano }: { readonly ano: number }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [search, setSearch] = useSearchParams();
  const isTable = search.get(VIEW_PARAM) === AS_TABLE;
  // The first year is in the cache, with the answer to the screen's query.
  const { data, error, loading, refetch } = useQuery(TotaisPorMesDocument, {
    variables: { ano },
    errorPolicy: "all",
  });
  const { errorMessage } = useFieldState("totaisPorStatus");
  const totals = data?.totaisPorStatus;

  function show(view: string | null): void {
    const change = (before: URLSearchParams) => {
      if (view === null) before.delete(VIEW_PARAM);
      else before.set(VIEW_PARAM, view);
      return before;
    };
    setSearch(change, { replace: true, preventScrollReset: true });
  }

  function retry(): void {
    heading.current?.focus();
    void refetch().catch(() => undefined);
  }

  return (
    <section className="card painel-part" aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            Acionamentos por mês
          </h2>
          <p>Pelo mês da abertura e o status de agora. {totals && <Stale part="totaisPorStatus" />}</p>
        </div>
        <div className="painel-tools">
          <div className="painel-views" role="group" aria-label="Ver como">
            <button type="button" aria-pressed={!isTable} onClick={() => show(null)}>
              Gráfico
            </button>
            <button type="button" aria-pressed={isTable} onClick={() => show(AS_TABLE)}>
              Tabela
            </button>
          </div>
          <YearChooser ano={ano} />
        </div>
      </header>
      <div className="painel-months">
        {totals ? (
          <Months ano={ano} totals={totals} isTable={isTable} />
        ) : loading ? (
          <MonthsSkeleton />
        ) : (
          <ErrorState
            title={`Não foi possível carregar os totais de ${ano}.`}
            reason={errorMessage ?? (error ? messageOf(error) : "Eles não puderam ser lidos.")}
            onRetry={retry}
          />
        )}
      </div>
    </section>
  );
}

interface MonthsProps {
  readonly ano: number;
  readonly totals: Totals;
  readonly isTable: boolean;
}

function Months({ ano, totals, isTable }: MonthsProps) {
  if (totals.length === 0) return <EmptyState title={`Nenhum acionamento em ${ano}`}>Escolha outro ano.</EmptyState>;
  const months = Array.from({ length: 12 }, (_, at) => ({ key: at + 1, name: monthOfYear(at + 1, ano) }));
  const grid = gridOf(
    months,
    totals.map(({ mes, ...total }) => ({ key: mes, ...total })),
  );
  if (!isTable) return <MonthsChart ano={ano} grid={grid} />;
  return (
    <StatusTable
      caption={`Acionamentos de ${ano}, por mês e status`}
      rowName="Mês"
      grid={grid}
      wholeName={String(ano)}
      listOf={(statuses, row) => ({ statuses, periodo: row ? monthPeriod(ano, row.key) : yearPeriod(ano) })}
    />
  );
}

/** The loading state of the chart. */
export function MonthsSkeleton() {
  return (
    <div aria-hidden>
      <div className="painel-plot">
        <div className="painel-columns">
          {Array.from({ length: 12 }, (_, month) => (
            <Skeleton key={month} height={`${55 + ((month * 7) % 12) * 3}%`} />
          ))}
        </div>
      </div>
      <Skeleton height="1rem" width="11rem" margin="1rem 0 0" />
      <Skeleton height="1rem" width="min(100%, 40rem)" margin="1rem 0 0" />
    </div>
  );
}
