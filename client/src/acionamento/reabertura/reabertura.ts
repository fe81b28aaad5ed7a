/** What is entered to reopen an acionamento, what is wrong with it, and how the graph takes it. */
import * as z from "zod/mini";
import type { AcionamentoParaReabrirFragment, Reabertura } from "../../gql/graphql.ts";
import { formatAmount } from "../../format/money.ts";
import { inputDasLinhas, Linha, problemasDasLinhas } from "../edicao/linhas.ts";
import { MAX_NOTA, tooLong } from "../edicao/Nota.tsx";
import type { Problemas } from "../edicao/problemas.ts";

export const CamposDaReabertura = z.object({ linhas: z.array(Linha), observacao: z.string() });
export type CamposDaReabertura = z.infer<typeof CamposDaReabertura>;

/** The rows of the old acionamento, always the same ones, so that it shows whether they have been changed. */
export function linhasDe({ procedimentos }: Pick<AcionamentoParaReabrirFragment, "procedimentos">): Linha[] {
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
export function mudaramAsLinhas(linhas: readonly Linha[], originais: readonly Linha[]): boolean {
  return JSON.stringify(inputDasLinhas(linhas)) !== JSON.stringify(inputDasLinhas(originais));
}

export function problemasDaReabertura({ linhas, observacao }: CamposDaReabertura): Problemas {
  const motivo = observacao.trim() === "" ? "Diga por que o acionamento é reaberto." : tooLong(observacao, MAX_NOTA);
  return { ...problemasDasLinhas(linhas), ...(motivo && { observacao: motivo }) };
}

export function inputDaReabertura(
  sinistro: string,
  { linhas, observacao }: CamposDaReabertura,
  originais: readonly Linha[],
): Omit<Reabertura, "chave"> {
  return {
    sinistro,
    observacao: observacao.trim(),
    procedimentos: mudaramAsLinhas(linhas, originais) ? inputDasLinhas(linhas) : null,
  };
}
