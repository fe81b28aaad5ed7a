import { useQuery } from "@apollo/client/react";
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { useSearchParams } from "react-router";
import { monthOfYear, thisYear } from "../format/date.ts";
import { TotaisPorMesDocument, type TotaisDoAnoFragment } from "../gql/graphql.ts";
import { messageOf } from "../graph/errors.ts";
import { useFieldState } from "../graph/fieldStates.ts";
import { monthPeriod, yearPeriod } from "../shell/listAddress.ts";
import { SelectField } from "../ui/SelectField.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { EmptyState, ErrorState } from "../ui/StateNotice.tsx";
import { gridOf } from "./grid.ts";
import { YEAR_PARAM } from "./home.query.ts";
import { Stale } from "./LoadedAt.tsx";
import { MonthsChart } from "./MonthsChart.tsx";
import { Part } from "./Part.tsx";
import { StatusTable } from "./StatusTable.tsx";

type Totals = NonNullable<TotaisDoAnoFragment["totaisPorStatus"]>;

/** The first year in the select. */
const FIRST_OFFERED = 2020;

/** Search parameter of the chosen view. */
const VIEW_PARAM = "ver";
const AS_TABLE = "tabela";

const NAME = "Acionamentos por mês";
const NOTE = "Pelo mês da abertura e o status de agora.";

/** A year by month, as a chart or a table. */
export function MonthsCard({ ano }: { readonly ano: number }) {
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

  /** Sets a parameter of the address. */
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

  function retry(): void {
    heading.current?.focus();
    void refetch().catch(() => undefined);
  }

  return (
    <Part
      name={NAME}
      note={
        <>
          {NOTE} {totals && <Stale part="totaisPorStatus" />}
        </>
      }
      heading={heading}
      tools={
        <div className="painel-tools no-print">
          <Button.Group className="painel-views" aria-label="Ver como">
            {viewOf(null, "Gráfico", !isTable)}
            {viewOf(AS_TABLE, "Tabela", isTable)}
          </Button.Group>
          <YearChooser ano={ano} onChoose={(year) => set(YEAR_PARAM, year === thisYear() ? null : String(year))} />
        </div>
      }
    >
      <div className="painel-months">
        {totals ? (
          <Months ano={ano} totals={totals} isTable={isTable} />
        ) : loading ? (
          <ChartSkeleton />
        ) : (
          <ErrorState
            title={`Não foi possível carregar os totais de ${ano}.`}
            reason={errorMessage ?? (error ? messageOf(error) : "Eles não puderam ser lidos.")}
            onRetry={retry}
          />
        )}
      </div>
    </Part>
  );
}

interface YearChooserProps {
  readonly ano: number;
  onChoose(year: number): void;
}

function YearChooser({ ano, onChoose }: YearChooserProps) {
  const years = offeredYears(ano);
  const step = (year: number, name: string, icon: ReactNode) => {
    const isOffered = years.includes(year);
    return (
      // aria-disabled instead of disabled, to keep the focus.
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={name}
        aria-disabled={!isOffered}
        onClick={() => isOffered && onChoose(year)}
      >
        {icon}
      </ActionIcon>
    );
  };
  return (
    <div className="painel-year">
      {step(ano - 1, "Ano anterior", <IconChevronLeft size={18} aria-hidden />)}
      <SelectField
        aria-label="Ano"
        data={years.map(String)}
        value={String(ano)}
        onChange={(event) => onChoose(Number(event.currentTarget.value))}
      />
      {step(ano + 1, "Próximo ano", <IconChevronRight size={18} aria-hidden />)}
    </div>
  );
}

/** The years of the select, newest first, including the chosen one. */
export function offeredYears(chosen: number, now?: Date): readonly number[] {
  const newest = thisYear(now);
  const oldest = Math.min(chosen, FIRST_OFFERED);
  return Array.from({ length: newest - oldest + 1 }, (_, back) => newest - back);
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

/** The loading state of the card. */
export function MonthsSkeleton() {
  return (
    <Part name={NAME} note={NOTE} isHidden>
      <div className="painel-months">
        <ChartSkeleton />
      </div>
    </Part>
  );
}

function ChartSkeleton() {
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
