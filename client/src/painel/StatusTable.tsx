import type { CSSProperties, ReactNode } from "react";
import { counted, formatCount } from "../format/count.ts";
import type { ListFilter } from "../shell/addresses.ts";
import { StatusBadge } from "../ui/StatusBadge.tsx";
import { useChanged } from "../ui/useChanged.ts";
import type { Grid, Row } from "./grid.ts";
import { ListLink } from "./ListLink.tsx";

export interface StatusTableProps<Key> {
  readonly caption: string;
  readonly rowName: string;
  readonly grid: Grid<Key>;
  /** The list of a number: of a row, or of all rows. The statuses are those with acionamentos. */
  readonly listOf: (statuses: readonly string[], row?: Row<Key>) => ListFilter;
  /** The name of the whole table in the labels of links: “2026”, “este mês”. */
  readonly wholeName: string;
  readonly isHeatMap?: boolean;
}

/** A table of rows by status, with totals. It scrolls horizontally, with a sticky first column. */
export function StatusTable<Key extends string | number>({
  caption,
  rowName,
  grid,
  listOf,
  wholeName,
  isHeatMap = false,
}: StatusTableProps<Key>) {
  const highest = Math.max(...grid.rows.flatMap((row) => row.counts));
  const found = (counts: readonly number[]) =>
    grid.statuses.filter((_, index) => counts[index]).map(({ codigo }) => codigo);
  const numberOf = (count: number, label: string, list: ListFilter, isCell = false) =>
    count === 0 ? (
      "0"
    ) : (
      <ListLink
        className={isHeatMap && isCell ? "painel-heat" : "painel-number"}
        label={`${label}: ${counted(count, "acionamento", "acionamentos")}`}
        {...list}
      >
        {formatCount(count)}
      </ListLink>
    );
  return (
    // Focusable, so that the arrow keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="painel-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table className="data-table painel-table">
        {/* The card's heading says the same. */}
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{rowName}</th>
            {grid.statuses.map((status) => (
              <th key={status.codigo} scope="col" className="number">
                <StatusBadge status={status} />
              </th>
            ))}
            <th scope="col" className="number">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {grid.statuses.map((status, index) => {
                const count = row.counts[index] ?? 0;
                return (
                  <Cell key={status.codigo} count={count} highest={highest}>
                    {numberOf(count, `${row.name}, ${status.descricao}`, listOf([status.codigo], row), true)}
                  </Cell>
                );
              })}
              <td className="number painel-sum">{numberOf(row.total, row.name, listOf(found(row.counts), row))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {grid.statuses.map(({ codigo, descricao }, index) => (
              <td key={codigo} className="number">
                {numberOf(grid.totals[index] ?? 0, `${wholeName}, ${descricao}`, listOf([codigo]))}
              </td>
            ))}
            <td className="number painel-sum">{numberOf(grid.total, wholeName, listOf(found(grid.totals)))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface CellProps {
  readonly count: number;
  readonly highest: number;
  readonly children: ReactNode;
}

function Cell({ count, highest, children }: CellProps) {
  const style = { "--share": count / highest } as CSSProperties;
  return (
    <td className={count === 0 ? "number painel-none" : "number"} style={style} {...useChanged(count)}>
      {children}
    </td>
  );
}
