/** What is entered to reopen an acionamento, what is wrong with it, and how the graph takes it. */
import * as z from "zod/mini";
import { formatAmount } from "../../format/money.ts";
import type { Reabertura, ReaberturaFormFragment } from "../../gql/graphql.ts";
import { MAX_NOTE, tooLong } from "../form/NoteField.tsx";
import type { Problems } from "../form/problems.ts";
import { inputOfRows, problemsOfRows, Row } from "../form/rows.ts";

export const ReaberturaFields = z.object({ rows: z.array(Row), observacao: z.string() });
export type ReaberturaFields = z.infer<typeof ReaberturaFields>;

/** The rows of the old acionamento, always the same ones, so that it shows whether they have been changed. */
export function rowsOf({ procedimentos }: Pick<ReaberturaFormFragment, "procedimentos">): Row[] {
  return procedimentos.map(({ procedimento, quantidade, valor }, at) => ({
    id: String(at),
    procedimento: procedimento.id,
    descricao: procedimento.descricao,
    quantidade: String(quantidade),
    valor: formatAmount(valor),
    referencia: null,
  }));
}

/** Whether other procedures would be saved, however they are written. */
export function haveRowsChanged(rows: readonly Row[], originals: readonly Row[]): boolean {
  return JSON.stringify(inputOfRows(rows)) !== JSON.stringify(inputOfRows(originals));
}

export function problemsOfReabertura({ rows, observacao }: ReaberturaFields): Problems {
  const reason = observacao.trim() === "" ? "Diga por que o acionamento é reaberto." : tooLong(observacao, MAX_NOTE);
  return { ...problemsOfRows(rows), ...(reason && { observacao: reason }) };
}

export function inputOfReabertura(
  sinistro: string,
  { rows, observacao }: ReaberturaFields,
  originals: readonly Row[],
): Omit<Reabertura, "chave"> {
  return {
    sinistro,
    observacao: observacao.trim(),
    procedimentos: haveRowsChanged(rows, originals) ? inputOfRows(rows) : null,
  };
}
