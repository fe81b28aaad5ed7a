import type { Grid, Row, Status } from "./grid.ts";

/** A segment of a bar. All coordinates are percentages of the plot, from the top left corner. */
export interface Segment {
  readonly status: Status;
  readonly y: number;
  readonly height: number;
}

export interface Bar<Key> {
  readonly row: Row<Key>;
  readonly x: number;
  readonly width: number;
  /** Upper edge. */
  readonly top: number;
  /** From bottom to top; statuses without a count have no segment. */
  readonly segments: readonly Segment[];
}

export interface Plot<Key> {
  readonly bars: readonly Bar<Key>[];
  /** Grid lines. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
}

/** Width of a bar as a share of its column. */
const BAR = 0.56;

/** Computes the layout of a stacked bar chart. */
export function layoutBars<Key>(grid: Grid<Key>): Plot<Key> {
  const column = 100 / grid.rows.length;
  const heights = marks(Math.max(1, ...grid.rows.map((row) => row.total)));
  const y = (count: number) => 100 - (100 * count) / (heights.at(-1) ?? 1);
  const bars = grid.rows.map((row, place) => {
    let below = 0;
    const segments = grid.statuses.flatMap((status, at): Segment[] => {
      const from = below;
      below += row.counts[at] ?? 0;
      return below > from ? [{ status, y: y(below), height: y(from) - y(below) }] : [];
    });
    return { row, x: column * (place + (1 - BAR) / 2), width: column * BAR, top: y(row.total), segments };
  });
  return { bars, ticks: heights.map((value) => ({ value, y: y(value) })) };
}

/**
 * Round tick values from 0 to the maximum or just above, at most five steps: 0, 100, 200, 300, 400 for 322.
 */
function marks(highest: number): readonly number[] {
  // Counts are integers.
  const unit = Math.max(1, 10 ** Math.floor(Math.log10(highest / 5)));
  const step = [1, 2, 5].map((factor) => factor * unit).find((each) => each * 5 >= highest) ?? 10 * unit;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, at) => at * step);
}
