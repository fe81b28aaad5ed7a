/** The rows of procedures that somebody is entering, and what is wrong with them. */
import * as z from "zod/mini";
import { type Decimal, formatAmount, parseMoney, sum, times } from "../../format/money.ts";
import type { ProcedimentoInput } from "../../gql/graphql.ts";
import type { Problemas } from "./problemas.ts";

export const MAX_LINHAS = 50;
export const MAX_QUANTIDADE = 99;

/** A row as it stands in its fields: what was typed, right or wrong. */
export const Linha = z.object({
  /** The row's own, whatever stands in it. */
  id: z.string(),
  procedimento: z.string(),
  descricao: z.string(),
  quantidade: z.string(),
  valor: z.string(),
  /** Reference value of one, where it has one. */
  referencia: z.nullable(z.string()),
});
export type Linha = z.infer<typeof Linha>;

interface Procedimento {
  readonly id: string;
  readonly descricao: string;
  readonly valorReferencia: Decimal | null;
}

/** A row for a procedure, once and at its reference value. */
export function novaLinha({ id, descricao, valorReferencia }: Procedimento): Linha {
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
 * Rows with one procedure more. One that is there already with the same value counts once more instead: `repetida`.
 * `destino` is the row to go on in; without one there is no room for another.
 */
export function comMaisUm(
  linhas: readonly Linha[],
  nova: Linha,
): { linhas: readonly Linha[]; destino?: Linha; repetida?: boolean } {
  const valor = parseMoney(nova.valor);
  const igual = linhas.find((linha) => linha.procedimento === nova.procedimento && parseMoney(linha.valor) === valor);
  const quantidade = igual && quantidadeDe(igual);
  if (igual && quantidade !== undefined && quantidade < MAX_QUANTIDADE) {
    const destino = { ...igual, quantidade: String(quantidade + 1) };
    return { linhas: linhas.map((linha) => (linha === igual ? destino : linha)), destino, repetida: true };
  }
  return linhas.length < MAX_LINHAS ? { linhas: [...linhas, nova], destino: nova } : { linhas };
}

export function quantidadeDe({ quantidade }: Linha): number | undefined {
  const typed = /^\s*(\d{1,3})\s*$/.exec(quantidade)?.[1];
  const number = Number(typed);
  return typed !== undefined && number >= 1 && number <= MAX_QUANTIDADE ? number : undefined;
}

/** `undefined` where the quantity or the value is none. */
export function totalDaLinha(linha: Linha): Decimal | undefined {
  const quantidade = quantidadeDe(linha);
  const valor = parseMoney(linha.valor);
  return quantidade === undefined || valor === undefined ? undefined : times(quantidade, valor);
}

/** Of the rows that have a total. */
export function totalDasLinhas(linhas: readonly Linha[]): Decimal {
  return sum(linhas.map(totalDaLinha).filter((total) => total !== undefined));
}

export function problemasDasLinhas(linhas: readonly Linha[]): Problemas {
  if (linhas.length === 0) return { procedimentos: "Informe ao menos um procedimento." };
  if (linhas.length > MAX_LINHAS) return { procedimentos: `Informe no máximo ${MAX_LINHAS} procedimentos.` };
  return Object.assign(
    {},
    ...linhas.map((linha, at) => {
      const valor = parseMoney(linha.valor);
      return {
        ...(quantidadeDe(linha) === undefined && {
          [`procedimentos.${at}.quantidade`]: `Informe uma quantidade de 1 a ${MAX_QUANTIDADE}.`,
        }),
        ...((valor === undefined || Number(valor) === 0) && {
          [`procedimentos.${at}.valor`]: valor
            ? "O valor deve ser maior que zero."
            : "Informe um valor, como 1.280,50.",
        }),
      };
    }),
  ) as Problemas;
}

/** As the graph takes them. Rows that have a problem have been found before. */
export function inputDasLinhas(linhas: readonly Linha[]): ProcedimentoInput[] {
  return linhas.map((linha) => ({
    procedimento: linha.procedimento,
    quantidade: quantidadeDe(linha) ?? 0,
    valor: parseMoney(linha.valor) ?? "0.00",
  }));
}
