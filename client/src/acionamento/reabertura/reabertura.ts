/** The form of a reopening: fields, validation, GraphQL input. */
import * as z from "zod/mini";
import { parseMoney } from "../../format/money.ts";
import { writtenText } from "../../format/pasted.ts";
import type { Reabertura } from "../../gql/graphql.ts";
import { faultOfRows, inputOfRows, MAX_ROWS, quantidadeOf, Row, ValidRow } from "../procedimentos/rows.ts";
import { fieldCheck, formCheck, MAX_NOTE, tooLong } from "../form/rules.ts";

export const ReaberturaFields = z.object({ rows: z.array(Row), busca: z.string(), observacao: z.string() });
export type ReaberturaFields = z.infer<typeof ReaberturaFields>;

/** Whether the procedures differ: by value, or by text where there is none. */
export function haveRowsChanged(rows: readonly Row[], originals: readonly Row[]): boolean {
  return JSON.stringify(rows.map(valuesOf)) !== JSON.stringify(originals.map(valuesOf));
}

function valuesOf(row: Row) {
  return [row.procedimento, quantidadeOf(row) ?? row.quantidade, parseMoney(row.valor) ?? row.valor];
}

const Reason = z.extend(ReaberturaFields, {
  observacao: z
    .string()
    .check(
      fieldCheck((reason) =>
        writtenText(reason) === "" ? "Diga por que o acionamento é reaberto." : tooLong(reason, MAX_NOTE),
      ),
    ),
});

/** Unchanged procedures are copied by the services and need not meet the rules. */
const UnchangedRules = Reason.check(
  formCheck(({ rows, busca }) => faultOfRows({ rows: rows.slice(0, MAX_ROWS), busca })),
);
const ChangedRules = z.extend(Reason, { rows: z.array(ValidRow) }).check(formCheck(faultOfRows));

export function rulesOfReabertura({ rows }: ReaberturaFields, originals: readonly Row[]) {
  return haveRowsChanged(rows, originals) ? ChangedRules : UnchangedRules;
}

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
