import type { ReactNode } from "react";
import { formatCount } from "../format/count.ts";
import { StatusBadge } from "../ui/StatusBadge.tsx";
import { useChanged } from "../ui/useChanged.ts";
import type { Grid, Row, Status } from "./grid.ts";

export interface StatusTableProps<Key> {
  /** Accessible name. */
  readonly caption: string;
  /** Header of the first column. */
  readonly rowName: string;
  readonly grid: Grid<Key>;
  /** Renders a cell other than 0; default: the count. */
  readonly renderCount?: (count: number, row: Row<Key>, status: Status) => ReactNode;
}

/** A table of rows by status, with totals. It scrolls horizontally, with a sticky first column. */
export function StatusTable<Key extends string | number>({
  caption,
  rowName,
  grid,
  renderCount = formatCount,
}: StatusTableProps<Key>) {
  return (
    // Focusable, so that the arrow keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="painel-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table className="painel-table">
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
              {grid.statuses.map((status, at) => {
                const count = row.counts[at] ?? 0;
                return (
                  <Cell key={status.codigo} count={count}>
                    {count === 0 ? "0" : renderCount(count, row, status)}
                  </Cell>
                );
              })}
              <td className="number painel-sum">{formatCount(row.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {grid.statuses.map(({ codigo }, at) => (
              <td key={codigo} className="number">
                {formatCount(grid.totals[at] ?? 0)}
              </td>
            ))}
            <td className="number painel-sum">{formatCount(grid.total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Cell({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  return (
    <td className={count === 0 ? "number painel-none" : "number"} {...useChanged(count)}>
      {children}
    </td>
  );
}
