import { array, assert, constantFrom, nat, property, record } from "fast-check";
import { expect, test } from "vitest";
import { type Entry, gridOf, scaleOf } from "./grid.ts";

const MONTHS = Array.from({ length: 12 }, (_, index) => ({ key: index + 1, name: `mês ${index + 1}` }));
const CODES = ["CANCELADO", "EM_PERICIA", "FATURADO", "ABERTO", "NEGADO", "AGUARDANDO"];

const entries = array(
  record({
    key: nat(11).map((index) => index + 1),
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

test("a scale reaches the highest total, in at most five steps of integers", () => {
  assert(
    property(entries, (some) => {
      const grid = gridOf(MONTHS, some);
      const scale = scaleOf(grid);
      expect(scale.at(-1)).toBeGreaterThanOrEqual(Math.max(...grid.rows.map((row) => row.total)));
      expect(scale.length).toBeGreaterThan(1);
      expect(scale.length).toBeLessThanOrEqual(6);
      for (const value of scale) expect(Number.isInteger(value)).toBe(true);
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
  expect(scaleOf(gridOf(MONTHS, [entry(4, "ABERTO", highest)]))).toEqual(values);
});
