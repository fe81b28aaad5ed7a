import { memo, useDeferredValue, useId, useRef } from "react";
import { useSearchParams } from "react-router";
import { monthOfYear } from "../format/date.ts";
import { TotaisDoAnoFragmentDoc, type TotaisDoAnoFragment } from "../gql/graphql.ts";
import { useCachedFragment } from "../graph/useCachedFragment.ts";
import { monthPeriod, yearPeriod } from "../shell/listAddress.ts";
import { EmptyState, ErrorState } from "../ui/StateNotice.tsx";
import { gridOf } from "./grid.ts";
import { MonthsChart } from "./MonthsChart.tsx";
import { loadYear, usePainel } from "./painelStore.ts";
import { Stale } from "./Stale.tsx";
import { StatusTable } from "./StatusTable.tsx";
import { YearChooser } from "./YearChooser.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

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
  const { data, complete } = useCachedFragment({
    fragment: TotaisDoAnoFragmentDoc,
    fragmentName: "TotaisDoAno",
    from: "ROOT_QUERY",
    variables: { ano },
  });
  // Drawn in slices, after the figures above: on a slow device it takes a while.
  const totals = useDeferredValue(complete ? data.totaisPorStatus : undefined);

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
    void loadYear(ano);
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
        ) : (
          <NoMonths ano={ano} isRead={totals === null} onRetry={retry} />
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

const Months = memo(function Months({ ano, totals, isTable }: MonthsProps) {
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
});

interface NoMonthsProps {
  readonly ano: number;
  /** Whether the cached value is null. */
  readonly isRead: boolean;
  readonly onRetry: () => void;
}

/** Shown instead of the months: loading or error state. */
function NoMonths({ ano, isRead, onRetry }: NoMonthsProps) {
  const isLoading = usePainel((painel) => painel.isLoading);
  const isYearLoading = usePainel((painel) => painel.isYearLoading);
  const loadError = usePainel((painel) => painel.loadError);
  const partError = usePainel(({ parts }) => parts.totaisPorStatus.errorMessage);
  const errorMessage = partError ?? loadError;
  const isErrorOld = isLoading && partError === null;
  if (isYearLoading || isErrorOld || (errorMessage === null && !isRead)) return <Waiting />;
  return (
    <ErrorState
      title={`Não foi possível carregar os totais de ${ano}.`}
      reason={errorMessage ?? "Eles não puderam ser lidos."}
      onRetry={onRetry}
    />
  );
}

function Waiting() {
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
