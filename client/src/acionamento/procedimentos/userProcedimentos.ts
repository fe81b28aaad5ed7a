/** A user's favoritos and conjuntos (procedures that are added together), in this browser. */
import * as z from "zod/mini";
import { parseMoney } from "../../format/money.ts";
import { preference } from "../../preferences.ts";
import { randomId } from "../../randomId.ts";
import type { CatalogueProcedimento } from "./catalogue.ts";
import { newRow, quantidadeOf, type Row } from "./rows.ts";

const MAX_FAVORITOS = 100;
export const MAX_CONJUNTOS = 20;
export const MAX_NOME = 60;

export const Conjunto = z.object({
  id: z.string(),
  nome: z.string().check(z.minLength(1), z.maxLength(MAX_NOME)),
  itens: z.array(
    z.object({
      procedimento: z.string(),
      quantidade: z.number().check(z.refine((count) => quantidadeOf({ quantidade: String(count) }) === count)),
      /** Null: the reference value of the day. */
      valor: z.nullable(z.string().check(z.refine((valor) => parseMoney(valor) !== undefined))),
    }),
  ),
});
export type Conjunto = z.infer<typeof Conjunto>;

/** Ids of procedures. */
export const favoritos = preference("favoritos", (stored) => listOf(z.string(), stored, MAX_FAVORITOS));
export const conjuntos = preference("conjuntos", (stored) => listOf(Conjunto, stored, MAX_CONJUNTOS));

function listOf<T>(schema: z.ZodMiniType<T>, stored: unknown, most: number): readonly T[] {
  return (Array.isArray(stored) ? stored : []).flatMap((each) => z.safeParse(schema, each).data ?? []).slice(0, most);
}

/** Adds a procedure to the favoritos, or removes it. The oldest makes room. */
export function withToggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(-MAX_FAVORITOS);
}

/** The conjunto of the rows. Their quantities must be valid. */
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

/** The rows of a conjunto. Procedures that are no longer in the catalogue are left out. */
export function rowsOf({ itens }: Conjunto, catalogue: readonly CatalogueProcedimento[]): readonly Row[] {
  return itens.flatMap(({ procedimento, quantidade, valor }) => {
    const found = catalogue.find(({ id }) => id === procedimento);
    if (!found) return [];
    const row = newRow(found);
    return [{ ...row, quantidade: String(quantidade), valor: valor ?? row.valor }];
  });
}
