/** A user's favourite procedures, and own bundles of procedures, in this browser. */
import { parseMoney } from "../../format/money.ts";
import { preference } from "../../preferences.ts";
import { randomId } from "../../randomId.ts";
import type { CatalogueProcedimento } from "./ProcedimentoSearch.tsx";
import { MAX_QUANTIDADE, MAX_ROWS, newRow, quantidadeOf, type Row } from "./rows.ts";

export const MAX_FAVORITOS = 100;
export const MAX_CONJUNTOS = 20;
export const MAX_NOME = 60;

/** A procedure of a bundle. Null as value: the reference value of the day. */
interface Item {
  readonly procedimento: string;
  readonly quantidade: number;
  readonly valor: string | null;
}

/** A named bundle of procedures. */
export interface Conjunto {
  readonly id: string;
  readonly nome: string;
  readonly itens: readonly Item[];
}

/** Ids of procedures. */
export const favoritos = preference("favoritos", (stored): readonly string[] =>
  listOf(stored, MAX_FAVORITOS, (each) => (isCode(each) ? each : undefined)),
);

export const conjuntos = preference("conjuntos", (stored): readonly Conjunto[] =>
  listOf(stored, MAX_CONJUNTOS, readConjunto),
);

/** Adds a procedure to the favourites, or removes it. The oldest makes room. */
export function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(-MAX_FAVORITOS);
}

/** The bundle of the rows. Their quantities must be valid. */
export function conjuntoOf(nome: string, rows: readonly Row[]): Conjunto {
  const itens = rows.map((row) => {
    const valor = parseMoney(row.valor);
    const isReference = valor === undefined || valor === row.referencia;
    return {
      procedimento: row.procedimento,
      quantidade: quantidadeOf(row) ?? 1,
      valor: isReference ? null : row.valor,
    };
  });
  return { id: randomId(), nome, itens };
}

/** The rows of a bundle. Procedures that are no longer in the catalogue are left out. */
export function rowsOf({ itens }: Conjunto, catalogue: readonly CatalogueProcedimento[]): readonly Row[] {
  return itens.flatMap(({ procedimento, quantidade, valor }) => {
    const found = catalogue.find(({ id }) => id === procedimento);
    if (!found) return [];
    const row = newRow(found);
    return [{ ...row, quantidade: String(quantidade), valor: valor ?? row.valor }];
  });
}

/** Why a name cannot be that of a bundle. */
export function problemOfNome(nome: string, others: readonly Conjunto[]): string | undefined {
  if (nome === "") return "Dê um nome ao conjunto.";
  if (nome.length > MAX_NOME) return `Use no máximo ${MAX_NOME} caracteres.`;
  const isTaken = others.some((each) => each.nome.toLocaleLowerCase("pt-BR") === nome.toLocaleLowerCase("pt-BR"));
  return isTaken ? "Já há um conjunto com este nome." : undefined;
}

function readConjunto(stored: unknown): Conjunto | undefined {
  const { id, nome, itens } = Object(stored) as { readonly [Key in keyof Conjunto]?: unknown };
  if (!isCode(id) || typeof nome !== "string" || nome === "" || nome.length > MAX_NOME) return undefined;
  const good = listOf(itens, MAX_ROWS, readItem);
  return good.length > 0 ? { id, nome, itens: good } : undefined;
}

function readItem(stored: unknown): Item | undefined {
  const { procedimento, quantidade, valor } = Object(stored) as { readonly [Key in keyof Item]?: unknown };
  const isCount = Number.isInteger(quantidade) && Number(quantidade) >= 1 && Number(quantidade) <= MAX_QUANTIDADE;
  const hasValue = valor === null || (typeof valor === "string" && parseMoney(valor) !== undefined);
  if (!isCode(procedimento) || !isCount || !hasValue) return undefined;
  return { procedimento, quantidade: Number(quantidade), valor };
}

function listOf<T>(stored: unknown, most: number, read: (each: unknown) => T | undefined): readonly T[] {
  return (Array.isArray(stored) ? stored : []).flatMap((each) => read(each) ?? []).slice(0, most);
}

function isCode(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 100;
}
