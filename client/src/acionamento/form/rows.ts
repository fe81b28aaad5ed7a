/** The rows of procedures that somebody is entering, and what is wrong with them. */
import * as z from "zod/mini";
import { type Decimal, formatAmount, parseMoney, sum, times } from "../../format/money.ts";
import type { ProcedimentoInput } from "../../gql/graphql.ts";
import type { Problems } from "./problems.ts";

export const MAX_ROWS = 50;
export const MAX_QUANTIDADE = 99;

/** A row as it stands in its fields: what was typed, right or wrong. */
export const Row = z.object({
  /** The row's own, whatever stands in it. */
  id: z.string(),
  procedimento: z.string(),
  descricao: z.string(),
  quantidade: z.string(),
  valor: z.string(),
  /** Reference value of one, where it has one. */
  referencia: z.nullable(z.string()),
});
export type Row = z.infer<typeof Row>;

interface Procedimento {
  readonly id: string;
  readonly descricao: string;
  readonly valorReferencia: Decimal | null;
}

/** A row for a procedure, once and at its reference value. */
export function newRow({ id, descricao, valorReferencia }: Procedimento): Row {
  return {
    id: crypto.randomUUID(),
    procedimento: id,
    descricao,
    quantidade: "1",
    valor: valorReferencia === null ? "" : formatAmount(valorReferencia),
    referencia: valorReferencia,
  };
}

/**
 * Rows with one procedure more. One that is there already with the same value counts once more instead: `isRepeated`.
 * `target` is the row to go on in; without one there is no room for another.
 */
export function addRow(rows: readonly Row[], added: Row): { rows: readonly Row[]; target?: Row; isRepeated?: boolean } {
  const valor = parseMoney(added.valor);
  const same = rows.find((row) => row.procedimento === added.procedimento && parseMoney(row.valor) === valor);
  const quantidade = same && quantidadeOf(same);
  if (same && quantidade !== undefined && quantidade < MAX_QUANTIDADE) {
    const target = { ...same, quantidade: String(quantidade + 1) };
    return { rows: rows.map((row) => (row === same ? target : row)), target, isRepeated: true };
  }
  return rows.length < MAX_ROWS ? { rows: [...rows, added], target: added } : { rows };
}

export function quantidadeOf({ quantidade }: Row): number | undefined {
  const typed = /^\s*(\d{1,3})\s*$/.exec(quantidade)?.[1];
  const number = Number(typed);
  return typed !== undefined && number >= 1 && number <= MAX_QUANTIDADE ? number : undefined;
}

/** `undefined` where the quantity or the value is none. */
export function totalOfRow(row: Row): Decimal | undefined {
  const quantidade = quantidadeOf(row);
  const valor = parseMoney(row.valor);
  return quantidade === undefined || valor === undefined ? undefined : times(quantidade, valor);
}

/** Of the rows that have a total. */
export function totalOfRows(rows: readonly Row[]): Decimal {
  return sum(rows.map(totalOfRow).filter((total) => total !== undefined));
}

export function problemsOfRows(rows: readonly Row[]): Problems {
  if (rows.length === 0) return { procedimentos: "Informe ao menos um procedimento." };
  if (rows.length > MAX_ROWS) return { procedimentos: `Informe no máximo ${MAX_ROWS} procedimentos.` };
  return Object.assign(
    {},
    ...rows.map((row, at) => {
      const valor = parseMoney(row.valor);
      return {
        ...(quantidadeOf(row) === undefined && {
          [`procedimentos.${at}.quantidade`]: `Informe uma quantidade de 1 a ${MAX_QUANTIDADE}.`,
        }),
        ...((valor === undefined || Number(valor) === 0) && {
          [`procedimentos.${at}.valor`]: valor
            ? "O valor deve ser maior que zero."
            : "Informe um valor, como 1.280,50.",
        }),
      };
    }),
  ) as Problems;
}

/** As the graph takes them. Rows that have a problem have been found before. */
export function inputOfRows(rows: readonly Row[]): ProcedimentoInput[] {
  return rows.map((row) => ({
    procedimento: row.procedimento,
    quantidade: quantidadeOf(row) ?? 0,
    valor: parseMoney(row.valor) ?? "0.00",
  }));
}
