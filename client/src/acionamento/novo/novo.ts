/** What is entered for a new acionamento, what is wrong with it, and how the graph takes it. */
import * as z from "zod/mini";
import { isCpfCnpj, cleanCpfCnpj } from "../../format/cpfCnpj.ts";
import { today } from "../../format/date.ts";
import { parseDay } from "../../format/dayInput.ts";
import type { NovoAcionamento } from "../../gql/graphql.ts";
import type { Escolha } from "./ApoliceBloco.tsx";
import { MAX_AUTORIZACAO, problemaDoDia } from "./EventoBloco.tsx";
import { inputDasLinhas, Linha, problemasDasLinhas } from "../edicao/linhas.ts";
import { MAX_NOTA, tooLong } from "../edicao/Nota.tsx";
import type { Problemas } from "../edicao/problemas.ts";

export const CamposDoNovo = z.object({
  cpfCnpj: z.string(),
  /** Null where the person has not chosen; one that is the only one counts without being chosen. */
  apolice: z.nullable(z.string()),
  pet: z.nullable(z.string()),
  linhas: z.array(Linha),
  ocorridoEm: z.string(),
  autorizacao: z.string(),
  observacao: z.string(),
});
export type CamposDoNovo = z.infer<typeof CamposDoNovo>;

export const VAZIO: CamposDoNovo = {
  cpfCnpj: "",
  apolice: null,
  pet: null,
  linhas: [],
  ocorridoEm: "",
  autorizacao: "",
  observacao: "",
};

/** Whether there is more than an insured: something that another insured's acionamento must not silently take over. */
export function temMaisQueSegurado(campos: CamposDoNovo): boolean {
  return JSON.stringify({ ...campos, cpfCnpj: "", apolice: null, pet: null }) !== JSON.stringify(VAZIO);
}

export function problemasDoNovo(campos: CamposDoNovo, { apolices, apolice, pet }: Escolha): Problemas {
  const problemas: Record<string, string> = {};
  if (!isCpfCnpj(campos.cpfCnpj)) problemas["cpfCnpj"] = "Informe o CPF ou CNPJ do segurado.";
  else if (!apolices) problemas["cpfCnpj"] = "Espere o segurado ser encontrado, ou confira o número.";
  else if (!apolice) problemas["apolice"] = "Escolha uma apólice que cubra o dia da ocorrência.";
  else if (!apolice.seguradora)
    problemas["apolice"] = "A seguradora desta apólice não pôde ser lida. Tente mais tarde.";
  else if (!pet) problemas["pet"] = "Escolha o pet.";
  Object.assign(problemas, problemasDasLinhas(campos.linhas));
  const ocorridoEm = problemaDoDia(campos.ocorridoEm, today());
  if (ocorridoEm !== undefined) problemas["ocorridoEm"] = ocorridoEm;
  else if (parseDay(campos.ocorridoEm) === undefined)
    problemas["ocorridoEm"] = "Informe a data da ocorrência, como 19/11/2026.";
  const autorizacao = tooLong(campos.autorizacao, MAX_AUTORIZACAO);
  const observacao = tooLong(campos.observacao, MAX_NOTA);
  return { ...problemas, ...(autorizacao && { autorizacao }), ...(observacao && { observacao }) };
}

/** As the graph takes it; `undefined` as long as something is missing. */
export function inputDoNovo(campos: CamposDoNovo, escolha: Escolha): Omit<NovoAcionamento, "chave"> | undefined {
  const { apolice, pet } = escolha;
  const ocorridoEm = parseDay(campos.ocorridoEm);
  if (!apolice?.seguradora || !pet || ocorridoEm === undefined) return undefined;
  return {
    cpfCnpj: cleanCpfCnpj(campos.cpfCnpj),
    apolice: apolice.numero,
    pet: pet.id,
    seguradora: apolice.seguradora.id,
    ocorridoEm,
    autorizacao: campos.autorizacao.trim() || null,
    observacao: campos.observacao.trim() || null,
    procedimentos: inputDasLinhas(campos.linhas),
  };
}
