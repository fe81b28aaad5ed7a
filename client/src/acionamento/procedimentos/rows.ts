/** The rows of procedures in a form, and their validation. */
import * as z from "zod/mini";
import { type Decimal, formatAmount, parseMoney, sum, times } from "../../format/money.ts";
import { visibleText } from "../../format/pasted.ts";
import type { ProcedimentoInput } from "../../gql/graphql.ts";
import { type Fault, fieldCheck } from "../form/rules.ts";

export const MAX_ROWS = 50;
export const MAX_QUANTIDADE = 99;

/** A row with the texts of its fields, valid or not. */
export const Row = z.object({
  procedimento: z.string(),
  descricao: z.string(),
  quantidade: z.string(),
  valor: z.string(),
  referencia: z.nullable(z.string()),
});
export type Row = z.infer<typeof Row>;

/** The fields of a form that the editor of procedures changes. */
export interface RowsFields {
  rows: Row[];
  /** The text in the field that adds a procedure. */
  busca: string;
}

interface Procedimento {
  readonly id: string;
  readonly descricao: string;
  readonly valorReferencia: Decimal | null;
}

/** A new row: quantity 1 at the reference value. */
export function newRow({ id, descricao, valorReferencia }: Procedimento): Row {
  return {
    procedimento: id,
    descricao,
    quantidade: "1",
    valor: valorReferencia === null ? "" : formatAmount(valorReferencia),
    referencia: valorReferencia,
  };
}

/** A procedure of another acionamento. */
export const SavedProcedimento = z.object({
  procedimento: z.object({ id: z.string(), descricao: z.string() }),
  quantidade: z.number(),
  valor: z.string(),
});

export function rowOf({ procedimento: { id, descricao }, quantidade, valor }: z.infer<typeof SavedProcedimento>): Row {
  return {
    procedimento: id,
    descricao,
    quantidade: String(quantidade),
    valor: formatAmount(valor),
    referencia: null,
  };
}

/** Adds a procedure, or one to its quantity (`isRepeated`). `target` is the row to focus; none if the list is full. */
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

export function quantidadeOf({ quantidade }: Pick<Row, "quantidade">): number | undefined {
  const typed = /^\s*(\d{1,3})\s*$/.exec(visibleText(quantidade))?.[1];
  const number = Number(typed);
  return typed !== undefined && number >= 1 && number <= MAX_QUANTIDADE ? number : undefined;
}

/** `undefined` if quantity or value is invalid. */
export function totalOfRow(row: Row): Decimal | undefined {
  const quantidade = quantidadeOf(row);
  const valor = parseMoney(row.valor);
  return quantidade === undefined || valor === undefined ? undefined : times(quantidade, valor);
}

/** Sum over the valid rows. */
export function totalOfRows(rows: readonly Row[]): Decimal {
  return sum(rows.map(totalOfRow).filter((total) => total !== undefined));
}

/** The rules of a row that is saved. */
export const ValidRow = z.extend(Row, {
  quantidade: z
    .string()
    .check(
      fieldCheck((quantidade) =>
        quantidadeOf({ quantidade }) === undefined ? `Informe uma quantidade de 1 a ${MAX_QUANTIDADE}.` : undefined,
      ),
    ),
  valor: z.string().check(
    fieldCheck((valor) => {
      const amount = parseMoney(valor);
      if (amount === undefined) return "Informe um valor, como 1.280,50.";
      return Number(amount) === 0 ? "O valor deve ser maior que zero." : undefined;
    }),
  ),
});

/** `busca` is the text in the field that adds a procedure: a save would drop it. */
export function faultOfRows({ rows, busca }: RowsFields): Fault {
  if (busca.trim() !== "") return ["busca", notAddedMessage(busca)];
  if (rows.length === 0) return ["busca", "Informe ao menos um procedimento."];
  return rows.length > MAX_ROWS ? ["busca", `Informe no máximo ${MAX_ROWS} procedimentos.`] : undefined;
}

export function notAddedMessage(busca: string): string {
  return `“${busca.trim()}” não foi adicionado: escolha um procedimento da lista ou apague o texto.`;
}

/** Converts rows to the GraphQL input; they must be valid. */
export function inputOfRows(rows: readonly Row[]): ProcedimentoInput[] {
  return rows.map((row) => ({
    procedimento: row.procedimento,
    quantidade: quantidadeOf(row) ?? 0,
    valor: parseMoney(row.valor) ?? "0.00",
  }));
}
