import { useEffect, useEffectEvent, useRef } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { useNavigate } from "react-router";
import { deferMessage, isSignedIn } from "../../deferredMessages.ts";
import { AcionamentoKeyDocument } from "../../gql/graphql.ts";
import type { AcionamentoId } from "../../graph/acionamentoKey.ts";
import { client } from "../../graph/client.ts";
import { isTransportError, messageOf } from "../../graph/errors.ts";
import { currentSession } from "../../session.ts";
import { viewAddress } from "../../shell/addresses.ts";
import { showAlert, withBusyOverlay } from "../../ui/overlays.ts";
import { reportError } from "../../ui/reportError.ts";
import { showToast } from "../../ui/toast.ts";
import { focusField, showRefusal } from "../../ui/usePortalForm.ts";
import type { RowsFields } from "../procedimentos/rows.ts";
import { afterFailure, differsFromUnconfirmed, markSent, newSave, outcomeOf, type SaveResult } from "./save.ts";
import { focusUnconfirmedSave } from "./UnconfirmedSave.tsx";
import type { DraftForm } from "./useDraftForm.ts";

const NOTHING_IS_LOST =
  "Nada do que você digitou se perdeu. Você pode salvar de novo: o acionamento não será salvo duas vezes.";

export interface SaveOptions<TFields extends RowsFields & FieldValues, TInput> {
  readonly draft: DraftForm<TFields>;
  /** The input of the mutation; `undefined` if something is missing. */
  readonly input: TInput | undefined;
  /** Whether what the input depends on is still loading, so that it cannot be compared. */
  readonly isLoading?: boolean;
  /** The field that gets the focus when the draft is discarded and, with `isFocused`, when the form opens. */
  readonly firstField: Path<TFields>;
  readonly isFocused?: boolean;
  /** The preselected values. They are written to the fields before sending, so that the draft is what was sent. */
  readonly preselected?: Partial<TFields>;
  mutate(
    input: TInput & { readonly chave: string },
  ): Promise<{ readonly data?: SaveResult | undefined; readonly error?: unknown }>;
  savedMessage(sinistro: string): string;
  /** Opens an empty form, where the user may want several. */
  startNew?(): void;
}

/** `asAnother`: a new save regardless of an unconfirmed one. `thenNew`: an empty form comes after it, not the view. */
interface SubmitOptions {
  readonly asAnother?: boolean;
  readonly thenNew?: boolean;
}

/** The save of a form that has a draft, one at a time. */
export function useSave<TFields extends RowsFields & FieldValues, TInput extends object>(
  options: SaveOptions<TFields, TInput>,
) {
  const { draft, input, firstField, isLoading = false, isFocused = false } = options;
  const { form, fields, saveState } = draft;
  const navigate = useNavigate();
  const isSending = useRef(false);
  const hasChanged = !isLoading && differsFromUnconfirmed(saveState, input, fields);

  const begin = useEffectEvent(() => {
    if (saveState.unanswered) focusUnconfirmedSave();
    else if (isFocused) focusField(form, firstField);
  });
  useEffect(() => begin(), []);

  /** Sends what the rules let pass. */
  async function send({ asAnother = false, thenNew = false }: SubmitOptions): Promise<void> {
    if (!input) return;
    if (hasChanged && !asAnother) return focusUnconfirmedSave();
    if (isSending.current) return;
    isSending.current = true;
    const sentFields = structuredClone({ ...fields, ...options.preselected });
    // `setValues` would keep a reference to `rows` and remount them.
    for (const [name, value] of Object.entries(options.preselected ?? {})) form.setValue(name as Path<TFields>, value);
    const sent = markSent(asAnother ? newSave() : saveState, JSON.stringify(input), sentFields);
    draft.setSaveState(sent);
    const answer = options
      .mutate({ ...input, chave: sent.chave })
      .catch((error: unknown) => ({ data: undefined, error }));
    const { data, error } = await withBusyOverlay(answer);
    if (data?.__typename === "AcionamentoSalvo") cacheSaved(data.acionamento);
    const outcome = outcomeOf(data, error);
    if (outcome.kind === "saved") {
      // The draft of a form that was left keeps its key: a form opened from it meanwhile cannot save a second one.
      if (form.element.current) draft.setSaveState(newSave());
      // `isSending` stays true, as the form is shown until the next screen is rendered: another save would be a new acionamento.
      return finish(outcome.sinistro, outcome.aviso, thenNew);
    }
    isSending.current = false;
    if (outcome.kind === "refused") {
      // If “Salvar como outro” is refused, the first save is still unconfirmed.
      draft.setSaveState(asAnother ? saveState : newSave());
      // Shown to the draft's owner only, who is offered the draft otherwise.
      if (isSignedIn(draft.owner)) showRefusal(form, outcome.refusal, fieldNameOf);
      return;
    }
    const next = afterFailure(sent, saveState, error);
    draft.setSaveState(next);
    // Another user has signed in: show nothing. The draft is offered to its owner.
    if (!isSignedIn(draft.owner) && currentSession()) return;
    if (next.unanswered) focusUnconfirmedSave();
    if (isTransportError(error)) showAlert(`${messageOf(error)}\n\n${NOTHING_IS_LOST}`);
    else reportError(error);
  }

  async function finish(sinistro: string, aviso: string | undefined, thenNew: boolean): Promise<void> {
    const message = aviso ?? options.savedMessage(sinistro);
    // Store the message before deleting the draft: if the page closes in between, one of them remains.
    if (!isSignedIn(draft.owner)) deferMessage(draft.owner, message);
    draft.drop();
    if (!isSignedIn(draft.owner)) return;
    if (aviso === undefined) showToast(message);
    else showAlert(message);
    // Do not navigate if the user has left the screen.
    if (!form.element.current) return;
    if (thenNew) options.startNew?.();
    else await withBusyOverlay(Promise.resolve(navigate(viewAddress(sinistro), { replace: true })));
  }

  return {
    hasChanged,
    submit: (how: SubmitOptions = {}) => void form.handleSubmit(() => send(how))(),
    discard() {
      draft.discard();
      focusField(form, firstField);
    },
    undo:
      draft.undo &&
      (() => {
        draft.undo?.();
        focusField(form, firstField);
      }),
  };
}

/** The field that shows what is wrong at a path of the GraphQL input. */
function fieldNameOf(campo: string): string {
  if (campo === "procedimentos") return "busca";
  return campo === "seguradora" ? "apolice" : campo.replace(/^procedimentos\./, "rows.");
}

/** Root fields that are outdated after a save. */
const MAY_HAVE_CHANGED = ["acionamentos", "painel", "totaisPorStatus"];

/** Updates the cache after a save: links the saved acionamento to its number, and evicts outdated lists and totals. */
function cacheSaved({ id, sinistro }: AcionamentoId): void {
  const { cache } = client;
  const acionamento = { __typename: "Acionamento", id, sinistro } as const;
  const data = { __typename: "Query", acionamento } as const;
  cache.writeQuery({ query: AcionamentoKeyDocument, variables: { sinistro }, data });
  for (const fieldName of MAY_HAVE_CHANGED) cache.evict({ id: "ROOT_QUERY", fieldName });
  cache.gc();
}
