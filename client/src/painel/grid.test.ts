import { array, assert, constantFrom, nat, property, record, subarray } from "fast-check";
import { expect, test } from "vitest";
import { type Entry, gridOf, layoutBars, without } from "./grid.ts";

const MONTHS = Array.from({ length: 12 }, (_, at) => ({ key: at + 1, name: `mês ${at + 1}` }));
const CODES = ["CANCELADO", "EM_PERICIA", "FATURADO", "ABERTO", "NEGADO", "AGUARDANDO"];

const entries = array(
  record({
    key: nat(11).map((at) => at + 1),
    status: constantFrom(...CODES).map((codigo) => ({ codigo, descricao: codigo.toLowerCase() })),
    quantidade: nat(5000),
  }),
);

const entry = (key: number, codigo: string, quantidade: number): Entry<number> => ({
  key,
  status: { codigo, descricao: codigo },
  quantidade,
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

test("every acionamento is counted once, by row as by column", () => {
  assert(
    property(entries, (some) => {
      const grid = gridOf(MONTHS, some);
      const all = sum(some.map((each) => each.quantidade));
      expect(grid.total).toBe(all);
      expect(sum(grid.totals)).toBe(all);
      expect(sum(grid.rows.map((row) => row.total))).toBe(all);
    }),
  );
});

test("a count is in its row and column", () => {
  const grid = gridOf(MONTHS, [entry(2, "FATURADO", 7), entry(2, "ABERTO", 3), entry(2, "FATURADO", 1)]);
  expect(grid.statuses.map((status) => status.codigo)).toEqual(["ABERTO", "FATURADO"]);
  expect(grid.rows[1]?.counts).toEqual([3, 8]);
  expect(grid.rows[0]?.counts).toEqual([0, 0]);
});

test("known statuses are in display order, unknown ones follow in order of appearance", () => {
  const codes = ["EM_PERICIA", "CANCELADO", "AGUARDANDO", "ABERTO", "FATURADO"];
  const grid = gridOf(
    MONTHS,
    codes.map((codigo) => entry(1, codigo, 1)),
  );
  expect(grid.statuses.map((status) => status.codigo)).toEqual([
    "ABERTO",
    "FATURADO",
    "CANCELADO",
    "EM_PERICIA",
    "AGUARDANDO",
  ]);
});

test("the order of the known statuses does not depend on the order in which they came", () => {
  assert(
    property(entries, (some) => {
      const known = some.filter(({ status }) => !["EM_PERICIA", "AGUARDANDO"].includes(status.codigo));
      const there = gridOf(MONTHS, known).statuses.map((status) => status.codigo);
      const back = gridOf(MONTHS, known.toReversed()).statuses.map((status) => status.codigo);
      expect(back).toEqual(there);
    }),
  );
});

test("hiding statuses takes away exactly what is in them", () => {
  assert(
    property(entries, subarray(CODES), (some, hidden) => {
      const grid = without(gridOf(MONTHS, some), new Set(hidden));
      const left = gridOf(
        MONTHS,
        some.filter((each) => !hidden.includes(each.status.codigo)),
      );
      expect(grid.total).toBe(left.total);
      expect(grid.rows.map((row) => row.total)).toEqual(left.rows.map((row) => row.total));
      expect(new Set(grid.statuses.map((status) => status.codigo))).toEqual(
        new Set(left.statuses.map((status) => status.codigo)),
      );
    }),
  );
});

test("the shares of a bar lie on each other from the ground up to its top, as high as their counts", () => {
  assert(
    property(entries, (some) => {
      const { bars } = layoutBars(gridOf(MONTHS, some));
      for (const { row, top, segments } of bars) {
        let ground = 100;
        for (const { y, height } of segments) {
          expect(y + height).toBeCloseTo(ground);
          ground = y;
        }
        expect(ground).toBeCloseTo(top);
        const unit = (100 - top) / row.total;
        const counts = row.counts.filter((count) => count > 0);
        expect(segments).toHaveLength(counts.length);
        for (const [at, segment] of segments.entries()) expect(segment.height).toBeCloseTo((counts[at] ?? 0) * unit);
      }
    }),
  );
});

test("bars stay inside the plot, side by side, and grid lines are at integers", () => {
  assert(
    property(entries, (some) => {
      const { bars, ticks } = layoutBars(gridOf(MONTHS, some));
      let left = 0;
      for (const { x, width, top } of bars) {
        expect(x).toBeGreaterThan(left);
        left = x + width;
        expect(top).toBeGreaterThanOrEqual(0);
      }
      expect(left).toBeLessThan(100);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)?.y).toBe(0);
      for (const { value } of ticks) expect(Number.isInteger(value)).toBe(true);
    }),
  );
});

test.each([
  [1, [0, 1]],
  [5, [0, 1, 2, 3, 4, 5]],
  [6, [0, 2, 4, 6]],
  [322, [0, 100, 200, 300, 400]],
  [1000, [0, 200, 400, 600, 800, 1000]],
  [4561, [0, 1000, 2000, 3000, 4000, 5000]],
])("up to %d, heights are read at round numbers", (highest, values) => {
  const { ticks } = layoutBars(gridOf(MONTHS, [entry(4, "ABERTO", highest)]));
  expect(ticks.map(({ value }) => value)).toEqual(values);
});
