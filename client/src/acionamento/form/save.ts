/**
 * How a save is sent so that it is saved once, whatever happens on the way.
 *
 * The draft carries the key of its save from the start, so a second click, a retry, a reload and a second tab all send
 * the same one. A key is left behind only when it is known to have saved nothing: after a refusal. As long as an
 * answer is missing, the content that was sent is kept beside the key, and another content does not go out unasked.
 */
import * as z from "zod/mini";
import { isTransportError } from "../../graph/errors.ts";
import type { Problems } from "./problems.ts";

export const Save = z.object({
  chave: z.string(),
  /** What was sent under the key without an answer: it may have been saved. */
  unanswered: z.nullable(
    z.object({
      sentAt: z.number(),
      /** The input, without the key, as text: two that are equal are the same save. */
      content: z.string(),
      /** The fields of the form as they were. */
      fields: z.unknown(),
    }),
  ),
});
export type Save = z.infer<typeof Save>;

/** What became of a save. */
export type Outcome =
  | { readonly kind: "saved"; readonly sinistro: string }
  | { readonly kind: "invalid"; readonly problems: Problems }
  | { readonly kind: "refused"; readonly mensagem: string }
  | { readonly kind: "failed"; readonly error: unknown };

/** The graph's answer to a save. */
export type SaveResult =
  | { readonly __typename: "AcionamentoSalvo"; readonly acionamento: { readonly sinistro: string } }
  | {
      readonly __typename: "EntradaInvalida";
      readonly campos: readonly { readonly campo: string; readonly mensagem: string }[];
    }
  | { readonly __typename: "Recusa"; readonly mensagem: string };

export function newSave(): Save {
  return { chave: crypto.randomUUID(), unanswered: null };
}

/** Whether something else than this was sent before, and may have been saved. */
export function differsFromUnconfirmed({ unanswered }: Save, content: string): boolean {
  return unanswered !== null && unanswered.content !== content;
}

/** Noted before it is sent: a page that is closed meanwhile does not know the answer either. */
export function markSent({ chave }: Save, content: string, fields: unknown): Save {
  return { chave, unanswered: { sentAt: Date.now(), content, fields } };
}

/** After the answer, or the lack of one, to what was noted as `sent`; `before` is the state before it was sent. */
export function markAnswered(sent: Save, before: Save, outcome: Outcome): Save {
  if (outcome.kind !== "failed") return newSave();
  // Stopped at the door: this time nothing was saved, and of an earlier time as little is known as before.
  return isTransportError(outcome.error) ? sent : before;
}

export function outcomeOf(result: SaveResult | undefined, error: unknown): Outcome {
  switch (result?.__typename) {
    case "AcionamentoSalvo":
      return { kind: "saved", sinistro: result.acionamento.sinistro };
    case "EntradaInvalida":
      return {
        kind: "invalid",
        problems: Object.fromEntries(result.campos.map(({ campo, mensagem }) => [campo, mensagem])),
      };
    case "Recusa":
      return { kind: "refused", mensagem: result.mensagem };
    case undefined:
      return { kind: "failed", error };
  }
}
