/** Counts by row and status, for the chart and both tables of the dashboard. */
import { placeOf } from "../status.ts";

/** A status. The services own the set. */
export interface Status {
  readonly codigo: string;
  readonly descricao: string;
}

export interface RowName<Key> {
  readonly key: Key;
  readonly name: string;
}

export interface Row<Key> extends RowName<Key> {
  /** A count for each status of the grid, in the same order. */
  readonly counts: readonly number[];
  readonly total: number;
}

export interface Grid<Key> {
  readonly statuses: readonly Status[];
  readonly rows: readonly Row<Key>[];
  /** Totals of all rows, one for each status. */
  readonly totals: readonly number[];
  readonly total: number;
}

export interface Entry<Key> {
  readonly key: Key;
  readonly status: Status;
  readonly quantidade: number;
}

/** Builds a grid. It has the statuses that occur: the known ones in display order, then the others in order of appearance. */
export function gridOf<Key>(rows: readonly RowName<Key>[], entries: readonly Entry<Key>[]): Grid<Key> {
  const found = new Map<string, Status>();
  const counts = new Map<Key, Map<string, number>>();
  for (const { key, status, quantidade } of entries) {
    if (!found.has(status.codigo)) found.set(status.codigo, status);
    const row = counts.get(key) ?? new Map<string, number>();
    row.set(status.codigo, (row.get(status.codigo) ?? 0) + quantidade);
    counts.set(key, row);
  }
  const statuses = [...found.values()].toSorted((one, other) => placeOf(one.codigo) - placeOf(other.codigo));
  const filled = rows.map(({ key, name }) => {
    const own = statuses.map(({ codigo }) => counts.get(key)?.get(codigo) ?? 0);
    return { key, name, counts: own, total: added(own) };
  });
  const totals = statuses.map((_, index) => added(filled.map((row) => row.counts[index] ?? 0)));
  return { statuses, rows: filled, totals, total: added(totals) };
}

function added(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** Round values from 0 to the highest total of a row or just above, in at most five steps: 0, 100, … 400 for 322. */
export function scaleOf<Key>({ rows }: Grid<Key>): readonly number[] {
  const highest = Math.max(1, ...rows.map((row) => row.total));
  // Counts are integers.
  const unit = Math.max(1, 10 ** Math.floor(Math.log10(highest / 5)));
  const step = [1, 2, 5].map((factor) => factor * unit).find((each) => each * 5 >= highest) ?? 10 * unit;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}
