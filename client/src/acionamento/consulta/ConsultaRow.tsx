import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconArrowsSort } from "@tabler/icons-react";
import { memo } from "react";
import type { ConsultaRowFragment, OrdemAcionamentos } from "../../gql/graphql.ts";
import { usePreference } from "../../preferences.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useChanged } from "../../ui/useChanged.ts";
import { type Orders, shownColumns } from "./columns.tsx";
import { listView } from "./listView.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";

interface ConsultaHeadProps {
  readonly criteria: ConsultaCriteria;
  /** Whether rows are cards: the headers are for screen readers only, and the field "Ordenar por" sorts. */
  readonly isNarrow?: boolean;
}

const SORT_ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort };

export function ConsultaHead({ criteria: { ordem, setOrder }, isNarrow = false }: ConsultaHeadProps) {
  const [{ hidden }] = usePreference(listView);
  return (
    <div role="rowgroup" className="consulta-head">
      <div role="row" aria-rowindex={1}>
        {shownColumns(hidden).map(({ name, text, orders }) => {
          const sort = sortOf(ordem, orders);
          const Icon = SORT_ICONS[sort];
          const next = ordem === orders[0] ? orders[1] : orders[0];
          return (
            <div
              key={name}
              role="columnheader"
              className={`consulta-${name}`}
              style={{ gridArea: name }}
              aria-sort={sort}
            >
              <UnstyledButton tabIndex={isNarrow ? -1 : undefined} onClick={() => setOrder(next)}>
                {text} <Icon size={14} aria-hidden />
              </UnstyledButton>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function sortOf(ordem: OrdemAcionamentos, orders: Orders): keyof typeof SORT_ICONS {
  if (!orders.includes(ordem)) return "none";
  return ordem.endsWith("_ASC") ? "ascending" : "descending";
}

interface ConsultaRowProps {
  readonly row: ConsultaRowFragment;
  readonly index: number;
  /** Offset from the top of the list, in pixels. */
  readonly start: number;
  /** Whether it is the row in the tab order (roving tabindex). */
  readonly isCurrent: boolean;
  readonly hidden: readonly string[];
  readonly isNew: boolean;
}

/** A row of the table; a card where its columns do not fit. Memoized. */
export const ConsultaRow = memo(function ConsultaRow({
  row,
  index,
  start,
  isCurrent,
  hidden,
  isNew,
}: ConsultaRowProps) {
  const changed = useChanged(`${row.status.codigo} ${row.valorTotal}`, isNew);
  return (
    <div
      role="row"
      className="consulta-row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${start}px)` }}
      data-row={index}
      {...changed}
    >
      {shownColumns(hidden).map(({ name, cell }) => {
        const { content, title } = cell(row, isCurrent);
        return (
          <div key={name} role="cell" className={`consulta-${name}`} style={{ gridArea: name }} title={title}>
            {content}
          </div>
        );
      })}
    </div>
  );
});

export function RowSkeletons({ rows }: { readonly rows: number }) {
  const [{ hidden }] = usePreference(listView);
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className="consulta-row" aria-hidden>
      {shownColumns(hidden).map(({ name }) => (
        <div key={name} className={`consulta-${name}`} style={{ gridArea: name }}>
          <Skeleton className="skeleton-round" width="100%" height="0.75rem" />
        </div>
      ))}
    </div>
  ));
}
