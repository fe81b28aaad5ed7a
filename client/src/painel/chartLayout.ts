import { scaleBand } from "d3-scale";
import { stack } from "d3-shape";
import type { Grid, Row, Status } from "./grid.ts";

/** A share of a bar. All measures are percents of the plot, from its top left corner. */
export interface Segment {
  readonly status: Status;
  readonly y: number;
  readonly height: number;
}

export interface Bar<Key> {
  readonly row: Row<Key>;
  readonly x: number;
  readonly width: number;
  /** Its upper end. */
  readonly top: number;
  /** From the ground up; a status that has none has no share. */
  readonly segments: readonly Segment[];
}

export interface Plot<Key> {
  readonly bars: readonly Bar<Key>[];
  /** The lines to read heights at. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
}

/** Lays a grid out as bars side by side, each a stack of its statuses. */
export function layoutBars<Key>(grid: Grid<Key>): Plot<Key> {
  const places = grid.rows.map((_, at) => at);
  // The outer gaps are half the inner ones: bar and gap are one of as many equal parts of the width as there are rows.
  const x = scaleBand(places, [0, 100]).paddingInner(0.36).paddingOuter(0.18);
  const heights = marks(Math.max(1, ...grid.rows.map((row) => row.total)));
  const y = (count: number) => 100 - (100 * count) / (heights.at(-1) ?? 1);
  const series = stack<Row<Key>, number>()
    .keys(grid.statuses.keys())
    .value((row, at) => row.counts[at] ?? 0)(grid.rows);
  const bars = grid.rows.map((row, place) => ({
    row,
    x: x(place) ?? 0,
    width: x.bandwidth(),
    top: y(row.total),
    segments: grid.statuses.flatMap((status, at): Segment[] => {
      const [from = 0, to = 0] = series[at]?.[place] ?? [];
      return to > from ? [{ status, y: y(to), height: y(from) - y(to) }] : [];
    }),
  }));
  return { bars, ticks: heights.map((value) => ({ value, y: y(value) })) };
}

/**
 * Round numbers from 0 up to a count or just above it, at most five steps apart: 0, 100, 200, 300, 400 for 322. By hand:
 * the linear scale of d3 brings its colours and its number formats along, 8 KB for a rule of three.
 */
function marks(highest: number): readonly number[] {
  // Nobody opens half an acionamento.
  const unit = Math.max(1, 10 ** Math.floor(Math.log10(highest / 5)));
  const step = [1, 2, 5].map((factor) => factor * unit).find((each) => each * 5 >= highest) ?? 10 * unit;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, at) => at * step);
}
