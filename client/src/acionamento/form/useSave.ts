import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { deferMessage, isSignedIn } from "../../deferredMessages.ts";
import { isTransportError, messageOf } from "../../graph/errors.ts";
import { showAlert, withBusyOverlay } from "../../ui/overlays.ts";
import { reportError } from "../../ui/reportError.ts";
import { viewAddress } from "../address.ts";
import { type Problems, textsWithoutField } from "./problems.ts";
import { newSave, markAnswered, markSent, type Outcome, outcomeOf, type SaveResult } from "./save.ts";
import { focusUnconfirmedSave } from "./UnconfirmedSave.tsx";
import type { Draft } from "./useDraft.ts";
import { showToast } from "../../ui/toast.ts";

const NOTHING_IS_LOST =
  "Nada do que você digitou se perdeu. Você pode salvar de novo: o acionamento não será salvo duas vezes.";

interface SaveOptions<TFields, TInput> {
  readonly draft: Draft<TFields>;
  /** Sends the mutation. */
  send(input: TInput, chave: string): Promise<{ readonly data?: SaveResult | undefined; readonly error?: unknown }>;
  /** The success message. */
  saved(sinistro: string): string;
  onProblems(problems: Problems): void;
}

/** Sends saves, one at a time, and handles their outcomes. */
export function useSave<TFields, TInput>(options: SaveOptions<TFields, TInput>) {
  const { draft } = options;
  const navigate = useNavigate();
  const isSending = useRef(false);
  const isMounted = useRef(true);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  async function handleOutcome(outcome: Outcome): Promise<void> {
    switch (outcome.kind) {
      case "saved": {
        const message = outcome.aviso ?? options.saved(outcome.sinistro);
        // Before the draft is deleted: one of the two always says what became of the save.
        if (!isSignedIn(draft.owner)) deferMessage(draft.owner, message);
        draft.drop();
        if (!isSignedIn(draft.owner)) return;
        if (outcome.aviso === undefined) showToast(message);
        else showAlert(message);
        const view = viewAddress(outcome.sinistro);
        // Do not navigate if the user has left the screen.
        if (isMounted.current) await withBusyOverlay(Promise.resolve(navigate(view, { replace: true })));
        return;
      }
      case "invalid": {
        const texts = textsWithoutField(outcome.problems);
        options.onProblems(outcome.problems);
        if (texts.length > 0) showAlert(texts.join("\n"));
        return;
      }
      case "refused":
        showAlert(outcome.mensagem);
        return;
      case "failed":
        if (draft.now().save.unanswered) focusUnconfirmedSave();
        if (isTransportError(outcome.error)) showAlert(`${messageOf(outcome.error)}\n\n${NOTHING_IS_LOST}`);
        else reportError(outcome.error);
    }
  }

  /** `asAnother`: a new save regardless of an unconfirmed one. `fields`: stored to restore them. */
  return async (input: TInput, fields: TFields, asAnother = false): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      const before = asAnother ? newSave() : draft.now().save;
      const sent = markSent(before, JSON.stringify(input), fields);
      draft.note(sent);
      const outcome = await withBusyOverlay(settle(options.send(input, sent.chave)));
      draft.note(markAnswered(sent, before, outcome));
      await handleOutcome(outcome);
      // The screen of a saved form is rendered until the next one is: another save there would be a new acionamento.
      isSending.current = outcome.kind === "saved";
    } catch (error) {
      isSending.current = false;
      throw error;
    }
  };
}

async function settle(answer: ReturnType<SaveOptions<never, never>["send"]>): Promise<Outcome> {
  try {
    const { data, error } = await answer;
    return outcomeOf(data, error);
  } catch (error) {
    return { kind: "failed", error };
  }
}
