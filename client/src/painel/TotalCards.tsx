import { Button } from "@mantine/core";
import { type ReactNode, useId, useRef } from "react";
import { counted, formatCount } from "../format/count.ts";
import { today } from "../format/date.ts";
import { formatMoney } from "../format/money.ts";
import type { PainelFiguresFragment as Figures } from "../gql/graphql.ts";
import { useFieldState } from "../graph/fieldStates.ts";
import { dayPeriod, type ListFilter, monthOf } from "../shell/listAddress.ts";
import { useChanged } from "../ui/useChanged.ts";
import { ListLink } from "./ListLink.tsx";
import { type Part, Stale } from "./LoadedAt.tsx";

export const TOTAL_NAMES = ["Abertos hoje", "Abertos no mês", "Faturados no mês", "Seguradoras"] as const;

export interface TotalCardsProps {
  readonly painel: Figures;
  /** The statuses of the lists that the totals open. */
  readonly statuses: { readonly ofMonth: readonly string[]; readonly ofYear: readonly string[] };
  onRetry(): void;
}

/** The totals on top of the dashboard. Each links to the list of what it counts. */
export function TotalCards({ painel, statuses: { ofMonth, ofYear }, onRetry }: TotalCardsProps) {
  const { abertosHoje, abertosNoMes, faturadosNoMes, seguradoras } = painel;
  const cards = [
    { part: "abertosHoje", ...totalOf(abertosHoje), list: { statuses: ofMonth, periodo: dayPeriod(today()) } },
    { part: "abertosNoMes", ...totalOf(abertosNoMes), list: { statuses: ofMonth, periodo: monthOf(today()) } },
    {
      part: "faturadosNoMes",
      ...totalOf(faturadosNoMes),
      list: { statuses: ofYear, periodo: monthOf(today(), "FATURAMENTO") },
    },
    { part: "seguradoras", count: seguradoras, note: <span>{seguradoras === 1 ? "ativa" : "ativas"}</span> },
  ] as const;
  return (
    <div className="painel-totals">
      {cards.map((card, at) => (
        <TotalCard key={card.part} name={TOTAL_NAMES[at] ?? ""} {...card} onRetry={onRetry} />
      ))}
    </div>
  );
}

function totalOf(total: Figures["abertosHoje"]) {
  const valor = total?.valor ?? null;
  return { count: total?.quantidade ?? null, note: valor !== null && <span translate="no">{formatMoney(valor)}</span> };
}

interface TotalCardProps {
  readonly name: string;
  readonly part: Part;
  /** Null after an error. */
  readonly count: number | null;
  readonly note: ReactNode;
  /** The list of what is counted. */
  readonly list?: ListFilter;
  onRetry(): void;
}

/** A total of the dashboard, or its error state. */
function TotalCard({ name, part, count, note, list, onRetry }: TotalCardProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { errorMessage } = useFieldState(part);
  return (
    <div className="card painel-total" role="group" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {name}
      </h2>
      {count === null ? (
        <>
          <p className="painel-error">{errorMessage ?? "Este total não pôde ser lido."}</p>
          <Button
            variant="default"
            size="xs"
            aria-describedby={id}
            onClick={() => {
              // The button disappears: the focus moves to the heading.
              heading.current?.focus();
              onRetry();
            }}
          >
            Tentar novamente
          </Button>
        </>
      ) : (
        <>
          <Count count={count} name={name} list={list} />
          <p className="painel-note figures">
            {note} <Stale part={part} />
          </p>
        </>
      )}
    </div>
  );
}

interface CountProps {
  readonly count: number;
  readonly name: string;
  readonly list: ListFilter | undefined;
}

function Count({ count, name, list }: CountProps) {
  const number = (
    <span className="painel-figure" translate="no" {...useChanged(count)}>
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
    </p>
  );
}
