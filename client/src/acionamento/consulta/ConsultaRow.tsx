import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconArrowsSort } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { Link } from "react-router";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatInstant } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import type { ConsultaRowFragment, OrdemAcionamentos } from "../../gql/graphql.ts";
import { usePreference } from "../../preferences.ts";
import { viewAddress } from "../../shell/listAddress.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { useChanged } from "../../ui/useChanged.ts";
import { type ColumnName, listView, type Orders, shownColumns } from "./listView.ts";
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

export interface ConsultaRowProps {
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
  const cells = cellsOf(row, isCurrent);
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
      {shownColumns(hidden).map(({ name }) => (
        <div key={name} role="cell" className={`consulta-${name}`} style={{ gridArea: name }} title={cells[name].title}>
          {cells[name].content}
        </div>
      ))}
    </div>
  );
});

interface Cell {
  readonly content: ReactNode;
  /** The whole text of one that may be cut. */
  readonly title?: string | undefined;
}

function cellsOf(row: ConsultaRowFragment, isCurrent: boolean): Readonly<Record<ColumnName, Cell>> {
  const { sinistro, autorizacao, segurado, pet, seguradora, status } = row;
  return {
    sinistro: {
      content: (
        <Link to={viewAddress(sinistro)} tabIndex={isCurrent ? 0 : -1}>
          {sinistro}
        </Link>
      ),
    },
    autorizacao: textCell(autorizacao, "sem autorização"),
    aberto: { content: formatInstant(row.abertoEm) },
    segurado: {
      content: (
        <>
          <span>{shown(segurado.nome, "sem nome")}</span>
          <small>{formatCpfCnpj(segurado.cpfCnpj)}</small>
        </>
      ),
      title: segurado.nome || undefined,
    },
    pet: textCell(pet?.nome, "sem pet"),
    seguradora: textCell(seguradora?.nome, "seguradora desconhecida"),
    status: { content: <StatusBadge status={status} />, title: status.descricao },
    total: { content: formatMoney(row.valorTotal) },
  };
}

function textCell(text: string | null | undefined, missing: string): Cell {
  return { content: shown(text, missing), title: text || undefined };
}

function shown(text: string | null | undefined, missing: string): ReactNode {
  return text || <span aria-label={missing}>–</span>;
}

export function RowSkeletons({ rows, hidden }: Pick<ConsultaRowProps, "hidden"> & { readonly rows: number }) {
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
