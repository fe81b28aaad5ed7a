/**
 * How a save is sent so that it is saved once, whatever happens on the way.
 *
 * The draft carries the key of its save from the start, so a second click, a retry, a reload and a second tab all send
 * the same one. A key is left behind only when it is known to have saved nothing: after a refusal. As long as an
 * answer is missing, the content that was sent is kept beside the key, and another content does not go out unasked.
 */
import * as z from "zod/mini";
import { isTransportFault } from "../../graph/fault.ts";
import type { Problemas } from "./problemas.ts";

export const Envio = z.object({
  chave: z.string(),
  /** What was sent under the key without an answer: it may have been saved. */
  semResposta: z.nullable(
    z.object({
      em: z.number(),
      /** The input, without the key, as text: two that are equal are the same save. */
      conteudo: z.string(),
      /** The fields of the form as they were. */
      campos: z.unknown(),
    }),
  ),
});
export type Envio = z.infer<typeof Envio>;

/** What became of a save. */
export type Desfecho =
  | { readonly tipo: "salvo"; readonly sinistro: string }
  | { readonly tipo: "invalido"; readonly problemas: Problemas }
  | { readonly tipo: "recusado"; readonly mensagem: string }
  | { readonly tipo: "falhou"; readonly error: unknown };

/** The graph's answer to a save. */
export type Resultado =
  | { readonly __typename: "AcionamentoSalvo"; readonly acionamento: { readonly sinistro: string } }
  | {
      readonly __typename: "EntradaInvalida";
      readonly campos: readonly { readonly campo: string; readonly mensagem: string }[];
    }
  | { readonly __typename: "Recusa"; readonly mensagem: string };

export function novoEnvio(): Envio {
  return { chave: crypto.randomUUID(), semResposta: null };
}

/** Whether something else than this was sent before, and may have been saved. */
export function mudouDepoisDoEnvio({ semResposta }: Envio, conteudo: string): boolean {
  return semResposta !== null && semResposta.conteudo !== conteudo;
}

/** Noted before it is sent: a page that is closed meanwhile does not know the answer either. */
export function aoEnviar({ chave }: Envio, conteudo: string, campos: unknown): Envio {
  return { chave, semResposta: { em: Date.now(), conteudo, campos } };
}

/** After the answer, or the lack of one, to what was noted as `enviado`; `antes` is the state before it was sent. */
export function aoResponder(enviado: Envio, antes: Envio, desfecho: Desfecho): Envio {
  if (desfecho.tipo !== "falhou") return novoEnvio();
  // Stopped at the door: this time nothing was saved, and of an earlier time as little is known as before.
  return isTransportFault(desfecho.error) ? enviado : antes;
}

export function desfechoDe(resultado: Resultado | undefined, error: unknown): Desfecho {
  switch (resultado?.__typename) {
    case "AcionamentoSalvo":
      return { tipo: "salvo", sinistro: resultado.acionamento.sinistro };
    case "EntradaInvalida":
      return {
        tipo: "invalido",
        problemas: Object.fromEntries(resultado.campos.map(({ campo, mensagem }) => [campo, mensagem])),
      };
    case "Recusa":
      return { tipo: "recusado", mensagem: resultado.mensagem };
    case undefined:
      return { tipo: "falhou", error };
  }
}
