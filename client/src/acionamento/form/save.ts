/**
 * Idempotent saves.
 *
 * The draft has an idempotency key (`chave`) from the start, so a double click, a retry, a reload and a second tab send the
 * same key. It is replaced after a definite response only. While the response is missing, the sent content is kept with the
 * key, and changed content is not sent without confirmation.
 */
import * as z from "zod/mini";
import { hasCode, isTransportError, messageOf, savedIn } from "../../graph/errors.ts";
import { randomId } from "../../randomId.ts";
import type { Problems } from "./problems.ts";

export const Save = z.object({
  chave: z.string(),
  /** Sent with this key, without a response: it may have been saved. */
  unanswered: z.nullable(
    z.object({
      sentAt: z.number(),
      /** The input without the key as JSON, to compare saves. */
      content: z.string(),
      /** The form's fields at the time. */
      fields: z.unknown(),
    }),
  ),
});
export type Save = z.infer<typeof Save>;

/** The outcome of a save. */
export type Outcome =
  /** `aviso`: it could not be read after it was saved. */
  | { readonly kind: "saved"; readonly sinistro: string; readonly aviso?: string }
  | { readonly kind: "invalid"; readonly problems: Problems }
  | { readonly kind: "refused"; readonly mensagem: string }
  | { readonly kind: "failed"; readonly error: unknown };

/** The GraphQL result of a save. */
export type SaveResult =
  | { readonly __typename: "AcionamentoSalvo"; readonly acionamento: { readonly sinistro: string } }
  | {
      readonly __typename: "EntradaInvalida";
      readonly campos: readonly { readonly campo: string; readonly mensagem: string }[];
    }
  | { readonly __typename: "Recusa"; readonly mensagem: string };

export function newSave(): Save {
  return { chave: randomId(), unanswered: null };
}

/** Whether the input differs from an unconfirmed save. Without an input, which depends on loaded data, the fields tell. */
export function differsFromUnconfirmed({ unanswered }: Save, input: unknown, fields: unknown): boolean {
  if (unanswered === null) return false;
  if (input === undefined) return JSON.stringify(fields) !== JSON.stringify(unanswered.fields);
  return JSON.stringify(input) !== unanswered.content;
}

/** Marks the save as sent. Called before sending, since the page may be closed before the response. */
export function markSent({ chave }: Save, content: string, fields: unknown): Save {
  return { chave, unanswered: { sentAt: Date.now(), content, fields } };
}

/** The state after the outcome of `sent`; `before` is the state before sending. */
export function markAnswered(sent: Save, before: Save, outcome: Outcome): Save {
  if (outcome.kind !== "failed") return newSave();
  // Rejected by the gateway, or the services were certainly not reached: nothing was saved this time; an earlier save stays as
  // unconfirmed as before.
  const mayBeSaved = isTransportError(outcome.error) && !hasCode(outcome.error, "UPSTREAM_UNAVAILABLE");
  return mayBeSaved ? sent : before;
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
    case undefined: {
      const sinistro = savedIn(error);
      return sinistro === undefined ? { kind: "failed", error } : { kind: "saved", sinistro, aviso: messageOf(error) };
    }
  }
}
