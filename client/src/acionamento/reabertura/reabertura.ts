/** The form of a reopening: fields, validation, GraphQL input. */
import * as z from "zod/mini";
import { writtenText } from "../../format/pasted.ts";
import type { Reabertura } from "../../gql/graphql.ts";
import { MAX_NOTE, tooLong } from "../form/NoteField.tsx";
import { faultOfRows, inputOfRows, Row, RuledRow } from "../form/rows.ts";
import { ruled, ruledTogether } from "../../ui/rules.ts";

export const ReaberturaFields = z.object({ rows: z.array(Row), busca: z.string(), observacao: z.string() });
export type ReaberturaFields = z.infer<typeof ReaberturaFields>;

/** Whether the procedures differ, compared by value. */
export function haveRowsChanged(rows: readonly Row[], originals: readonly Row[]): boolean {
  return JSON.stringify(inputOfRows(rows)) !== JSON.stringify(inputOfRows(originals));
}

export const RulesOfReabertura = z
  .extend(ReaberturaFields, {
    rows: z.array(RuledRow),
    observacao: z
      .string()
      .check(
        ruled((reason) =>
          writtenText(reason) === "" ? "Diga por que o acionamento é reaberto." : tooLong(reason, MAX_NOTE),
        ),
      ),
  })
  .check(ruledTogether(faultOfRows));

export function inputOfReabertura(
  sinistro: string,
  { rows, observacao }: ReaberturaFields,
  originals: readonly Row[],
): Omit<Reabertura, "chave"> {
  return {
    sinistro,
    observacao: writtenText(observacao),
    procedimentos: haveRowsChanged(rows, originals) ? inputOfRows(rows) : null,
  };
}
