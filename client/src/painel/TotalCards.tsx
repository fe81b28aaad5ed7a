import { SimpleGrid } from "@mantine/core";
import { useId } from "react";
import { counted, formatCount } from "../format/count.ts";
import { monthName, today } from "../format/date.ts";
import { formatMoney } from "../format/money.ts";
import { periodOfDay, periodOfMonth } from "../format/period.ts";
import type { PainelFiguresFragment as Figures } from "../gql/graphql.ts";
import { useFieldState } from "../graph/fieldStates.ts";
import type { ListFilter } from "../shell/addresses.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { RetryButton } from "../ui/RetryButton.tsx";
import { useChanged } from "../ui/useChanged.ts";
import { lastMonth } from "./home.query.ts";
import { type Field, Stale } from "./DashboardCard.tsx";
import { ListLink } from "./ListLink.tsx";

export interface TotalCardsProps {
  /** Undefined while they load. */
  readonly painel: Figures | undefined;
  /** The statuses of the lists that the totals open. */
  readonly statuses: { readonly ofMonth: readonly string[]; readonly ofYears: readonly string[] };
  /** How many were opened in the month before; `undefined` if that could not be read. */
  readonly openedBefore: number | undefined;
  onRetry(): void;
}

/** The totals on top of the dashboard. Each links to the list of what it counts. */
export function TotalCards({ painel, statuses: { ofMonth, ofYears }, openedBefore, onRetry }: TotalCardsProps) {
  const month = periodOfMonth(today());
  const before = openedBefore === undefined ? undefined : `${monthName(lastMonth().mes)}: ${formatCount(openedBefore)}`;
  const busy = painel?.statusPorSeguradoraNoMes?.length;
  const totalOf = (field: "abertosHoje" | "abertosNoMes" | "faturadosNoMes", list: ListFilter) => {
    const { quantidade, valor } = painel?.[field] ?? {};
    const count = painel && (quantidade ?? null);
    return { field, count, list, onRetry, note: valor && formatMoney(valor) };
  };
  return (
    <SimpleGrid className="painel-totals" cols={{ base: 2, md: 4 }} spacing={{ base: "0.75rem", sm: "1.25rem" }}>
      <TotalCard
        name="Abertos hoje"
        {...totalOf("abertosHoje", { statuses: ofMonth, periodo: periodOfDay(today()) })}
      />
      <TotalCard
        name="Abertos no mês"
        before={before}
        {...totalOf("abertosNoMes", { statuses: ofMonth, periodo: month })}
      />
      <TotalCard
        name="Faturados no mês"
        {...totalOf("faturadosNoMes", { statuses: ofYears, periodo: periodOfMonth(today(), "FATURAMENTO") })}
      />
      <TotalCard
        name="Seguradoras"
        field="seguradoras"
        count={painel?.seguradoras}
        note={busy !== undefined && `${counted(busy, "ativa", "ativas")} no mês`}
        onRetry={onRetry}
      />
    </SimpleGrid>
  );
}

interface TotalCardProps {
  readonly name: string;
  readonly field: Field;
  /** Undefined while it loads, null after an error. */
  readonly count: number | null | undefined;
  readonly note: string | false | null | undefined;
  /** What it was in the month before: `out: 291`. */
  readonly before?: string | undefined;
  readonly list?: ListFilter;
  onRetry(): void;
}

/** A total of the dashboard, its skeleton, or why it could not be read. */
function TotalCard({ name, field, count, note, before, list, onRetry }: TotalCardProps) {
  const id = useId();
  const { errorMessage } = useFieldState(field);
  return (
    <div className="card painel-total" role="group" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {name}
      </h2>
      {count === null ? (
        <>
          <p className="fault">{errorMessage ?? "Este total não pôde ser lido."}</p>
          <RetryButton variant="default" size="xs" px="0.5rem" maw="100%" aria-describedby={id} onRetry={onRetry} />
        </>
      ) : count === undefined ? (
        <>
          <p className="painel-count">
            <Skeleton component="span" display="block" height="0.9em" width="3ch" />
          </p>
          <p className="soft painel-note">
            <Skeleton component="span" display="inline-block" height="1em" width="6rem" />
          </p>
        </>
      ) : (
        <>
          <Count count={count} name={name} before={before} list={list} />
          <p className="soft painel-note figures">
            {note} <Stale field={field} />
          </p>
        </>
      )}
    </div>
  );
}

interface CountProps {
  readonly count: number;
  readonly name: string;
  readonly before: string | undefined;
  readonly list: ListFilter | undefined;
}

function Count({ count, name, before, list }: CountProps) {
  const number = (
    <span className="painel-figure" {...useChanged(count)}>
      {formatCount(count)}
    </span>
  );
  const label = `${name}: ${counted(count, "acionamento", "acionamentos")}`;
  return (
    <p className="painel-count figures">
      {list && count > 0 ? (
        <ListLink className="painel-number" label={label} {...list}>
          {number}
        </ListLink>
      ) : (
        number
      )}
      {before && <small>{before}</small>}
    </p>
  );
}
