/** The form of a new acionamento: fields, validation, GraphQL input. */
import * as z from "zod/mini";
import { cleanCpfCnpj, isCpfCnpj } from "../../format/cpfCnpj.ts";
import { type Day, today } from "../../format/date.ts";
import { formatDayInput, parseDay } from "../../format/dayInput.ts";
import { cleanAutorizacao, MAX_AUTORIZACAO, writtenText } from "../../format/pasted.ts";
import type { NovoAcionamento } from "../../gql/graphql.ts";
import { faultOfRows, inputOfRows, Row, ValidRow } from "../procedimentos/rows.ts";
import { type Fault, fieldCheck, formCheck, MAX_NOTE, tooLong } from "../form/rules.ts";
import type { ApoliceAndPet } from "./apolice.ts";

export const NovoFields = z.object({
  cpfCnpj: z.string(),
  /** Null if not chosen; a single option is preselected. */
  apolice: z.nullable(z.string()),
  pet: z.nullable(z.string()),
  /** Of the pet that another acionamento had: an API may number the pets within a policy. */
  petNome: z.optional(z.string()),
  rows: z.array(Row),
  busca: z.string(),
  ocorridoEm: z.string(),
  autorizacao: z.string(),
  observacao: z.string(),
});
export type NovoFields = z.infer<typeof NovoFields>;

export const EMPTY: NovoFields = {
  cpfCnpj: "",
  apolice: null,
  pet: null,
  rows: [],
  busca: "",
  ocorridoEm: "",
  autorizacao: "",
  observacao: "",
};

/** Whether the draft has more than an insured, so that it must not be replaced silently. */
export function hasMoreThanSegurado(fields: NovoFields): boolean {
  return (
    JSON.stringify({ ...fields, cpfCnpj: "", apolice: null, pet: null, petNome: undefined }) !== JSON.stringify(EMPTY)
  );
}

const LENGTHS = "O CPF tem 11 números e o CNPJ, 14 caracteres.";

/** Validates a complete CPF or CNPJ; an incomplete one is no error while typing. */
export function problemOfCpfCnpj(cpfCnpj: string): string | undefined {
  const clean = cleanCpfCnpj(cpfCnpj);
  if (isCpfCnpj(clean)) return undefined;
  if (/^\d{11}$/.test(clean)) return "Os dígitos deste CPF não conferem. Se for um CNPJ, continue digitando.";
  if (clean.length > 14 || /[^0-9A-Z]/.test(clean)) return LENGTHS;
  return clean.length === 14 ? "Os dígitos deste CNPJ não conferem." : undefined;
}

const NO_DAY = "Informe a data da ocorrência, como 19/11/2026.";

/** Validates a complete date; an incomplete one is no error while typing. */
export function problemOfDay(typed: string, thisDay: Day): string | undefined {
  const day = parseDay(typed);
  if (day === undefined) {
    const shown = formatDayInput(typed);
    if (/^[\d/]{10}$/.test(shown)) return "Esta data não existe.";
    return shown.length >= "dd/mm/aaaa".length || /\d{9}/.test(shown.replaceAll("/", "")) ? NO_DAY : undefined;
  }
  if (day > thisDay) return "A data da ocorrência não pode estar no futuro.";
  // Both are texts of one length, so the earlier day is the lesser text.
  const oldest = `${Number(thisDay.slice(0, 4)) - 20}${thisDay.slice(4)}`;
  return day < oldest ? "A data da ocorrência não pode ter mais de 20 anos." : undefined;
}

/** The rules of a save, with the policies of the insured. */
export function rulesOfNovo(choice: ApoliceAndPet) {
  const rules = z.extend(NovoFields, {
    rows: z.array(ValidRow),
    ocorridoEm: z
      .string()
      .check(fieldCheck((day) => problemOfDay(day, today()) ?? (parseDay(day) === undefined ? NO_DAY : undefined))),
    autorizacao: z.string().check(fieldCheck((text) => tooLong(text, MAX_AUTORIZACAO))),
    observacao: z.string().check(fieldCheck((text) => tooLong(text, MAX_NOTE))),
  });
  return rules.check(
    formCheck(faultOfRows),
    formCheck(({ cpfCnpj }) => faultOfChoice(cpfCnpj, choice)),
  );
}

function faultOfChoice(cpfCnpj: string, { apolices, apolice, pet }: ApoliceAndPet): Fault {
  if (cleanCpfCnpj(cpfCnpj) === "") return ["cpfCnpj", "Informe o CPF ou CNPJ do segurado."];
  if (!isCpfCnpj(cpfCnpj)) return ["cpfCnpj", problemOfCpfCnpj(cpfCnpj) ?? LENGTHS];
  if (!apolices) return ["cpfCnpj", "Espere o segurado ser encontrado."];
  if (!apolice) return ["apolice", "Escolha uma apólice que cubra o dia da ocorrência."];
  if (!apolice.seguradora) return ["apolice", "A seguradora desta apólice não pôde ser lida. Tente mais tarde."];
  return pet ? undefined : ["pet", "Escolha o pet."];
}

/** The GraphQL input; `undefined` if something is missing. */
export function inputOfNovo(fields: NovoFields, choice: ApoliceAndPet): Omit<NovoAcionamento, "chave"> | undefined {
  const { apolice, pet } = choice;
  const ocorridoEm = parseDay(fields.ocorridoEm);
  if (!apolice?.seguradora || !pet || ocorridoEm === undefined) return undefined;
  return {
    cpfCnpj: cleanCpfCnpj(fields.cpfCnpj),
    apolice: apolice.numero,
    pet: pet.id,
    seguradora: apolice.seguradora.id,
    ocorridoEm,
    autorizacao: cleanAutorizacao(fields.autorizacao) || null,
    observacao: writtenText(fields.observacao) || null,
    procedimentos: inputOfRows(fields.rows),
  };
}
