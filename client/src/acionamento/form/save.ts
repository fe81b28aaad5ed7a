/**
 * Idempotent saves.
 *
 * The draft has an idempotency key (`chave`) from the start, so a double click, a retry, a reload and a second tab send the
 * same key. A definite response, a discard or “Salvar como outro” replaces it. While the response is missing, the sent
 * content is kept with the key, and changed content is not sent without confirmation.
 */
import * as z from "zod/mini";
import { serverNow } from "../../clock.ts";
import type { AbrirAcionamentoMutation } from "../../gql/graphql.ts";
import { hasCode, isTransportError, messageOf, savedIn } from "../../graph/errors.ts";
import { randomId } from "../../randomId.ts";

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

export function newSave(): Save {
  return { chave: randomId(), unanswered: null };
}

/** Whether the input differs from an unconfirmed save. Without an input (data are not loaded) the fields are compared. */
export function differsFromUnconfirmed({ unanswered }: Save, input: unknown, fields: unknown): boolean {
  if (unanswered === null) return false;
  if (input === undefined) return JSON.stringify(fields) !== JSON.stringify(unanswered.fields);
  return JSON.stringify(input) !== unanswered.content;
}

/** Marks the save as sent. Called before sending, since the page may be closed before the response. */
export function markSent({ chave }: Save, content: string, fields: unknown): Save {
  return { chave, unanswered: { sentAt: serverNow(), content, fields } };
}

export type SaveResult = AbrirAcionamentoMutation["abrirAcionamento"];

/** The outcome of a save. `aviso`: the error's message, if it was saved but could not be read: the error has its number. */
export function outcomeOf(data: SaveResult | undefined, error: unknown) {
  if (data?.__typename === "AcionamentoSalvo") return { kind: "saved", sinistro: data.acionamento.sinistro } as const;
  if (data) return { kind: "refused", refusal: data } as const;
  const sinistro = savedIn(error);
  if (sinistro === undefined) return { kind: "failed" } as const;
  return { kind: "saved", sinistro, aviso: messageOf(error) } as const;
}

/** The state after `sent` has failed; `before` is the state before sending. */
export function afterFailure(sent: Save, before: Save, error: unknown): Save {
  // Nothing was saved this time: the gateway refused it, or no service was reached. Whether an earlier save was done stays
  // unknown.
  return isTransportError(error) && !hasCode(error, "UPSTREAM_UNAVAILABLE") ? sent : before;
}
