import type { ApolloCache } from "@apollo/client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { deferMessage, isSignedIn } from "../../deferredMessages.ts";
import { type AbrirAcionamentoMutation, AcionamentoExistsDocument } from "../../gql/graphql.ts";
import { isTransportError, messageOf, savedIn } from "../../graph/errors.ts";
import { focusWhenFree, showAlert, withBusyOverlay } from "../../ui/overlays.ts";
import { reportError } from "../../ui/reportError.ts";
import { showToast } from "../../ui/toast.ts";
import { viewAddress } from "../address.ts";
import { fieldId, focusFirstProblem, type Problems, textsWithoutField, without } from "./problems.ts";
import type { Row } from "./rows.ts";
import { differsFromUnconfirmed, afterFailure, markSent, newSave } from "./save.ts";
import { focusUnconfirmedSave } from "./UnconfirmedSave.tsx";
import type { Draft } from "./useDraft.ts";
import { useRowsEditor } from "./useRowsEditor.ts";

const NOTHING_IS_LOST =
  "Nada do que você digitou se perdeu. Você pode salvar de novo: o acionamento não será salvo duas vezes.";

/** The result of the mutation of a form. */
export type SaveResult = AbrirAcionamentoMutation["abrirAcionamento"];

interface FormOptions<TFields, TInput> {
  readonly draft: Draft<TFields>;
  /** The input of the mutation; `undefined` if something is missing. */
  readonly input: TInput | undefined;
  /** Whether what the input depends on is still loading, so that it cannot be compared. */
  readonly isLoading?: boolean;
  /** The first field. It gets the focus after discarding the draft, and where the form opens if `isFocused`. */
  readonly first: string;
  readonly isFocused?: boolean;
  check(): Problems;
  /** The fields that are sent, with those that were chosen for the user. */
  readonly sentFields?: TFields;
  send(
    input: TInput & { readonly chave: string },
  ): Promise<{ readonly data?: SaveResult | undefined; readonly error?: unknown }>;
  /** The success message. */
  saved(sinistro: string): string;
}

/** A form that saves an acionamento: its problems, its rows, and the save, one at a time. */
export function useAcionamentoForm<TFields extends { rows: Row[] }, TInput extends object>(
  options: FormOptions<TFields, TInput>,
) {
  const { draft, input, first, isLoading = false, isFocused = false } = options;
  const { fields, save } = draft;
  const navigate = useNavigate();
  const [problems, setProblems] = useState<Problems>({});
  const isSending = useRef(false);
  const isMounted = useIsMounted();
  const hasChanged = !isLoading && differsFromUnconfirmed(save, input, fields);
  const editor = useRowsEditor(fields.rows, (rows, campo) => change({ rows: [...rows] } as Partial<TFields>, campo));

  const begin = useEffectEvent(() => {
    if (save.unanswered) focusUnconfirmedSave();
    else if (isFocused) focusWhenFree(document.getElementById(fieldId(first)));
  });
  useEffect(() => begin(), []);

  function show(found: Problems): void {
    flushSync(() => setProblems(found));
    focusFirstProblem(found);
  }

  /** Changes fields, and removes the problems of those with these paths. */
  function change(part: Partial<TFields>, ...changed: string[]): void {
    draft.change(part);
    setProblems((before) => changed.reduce(without, before));
  }

  /** `asAnother`: a new save regardless of an unconfirmed one. */
  async function submit(asAnother = false): Promise<void> {
    const found = options.check();
    if (Object.keys(found).length > 0 || !input) return show(found);
    if (hasChanged && !asAnother) return focusUnconfirmedSave();
    if (isSending.current) return;
    isSending.current = true;
    const sentFields = options.sentFields ?? fields;
    draft.change(sentFields as Partial<TFields>);
    const before = asAnother ? newSave() : draft.now().save;
    const sent = markSent(before, JSON.stringify(input), sentFields);
    draft.note(sent);
    const answer = options
      .send({ ...input, chave: sent.chave })
      .catch((error: unknown) => ({ data: undefined, error }));
    const { data, error } = await withBusyOverlay(answer);
    // An acionamento that was saved may be the only thing that could not be read.
    const sinistro = data?.__typename === "AcionamentoSalvo" ? data.acionamento.sinistro : savedIn(error);
    const isAnswered = data !== undefined || sinistro !== undefined;
    draft.note(isAnswered ? newSave() : afterFailure(sent, before, error));
    // The screen of a saved form is rendered until the next one is: another save there would be a new acionamento.
    isSending.current = sinistro !== undefined;
    if (sinistro !== undefined) await finish(sinistro, data ? undefined : messageOf(error));
    else if (data?.__typename === "EntradaInvalida") {
      const invalid = Object.fromEntries(data.campos.map(({ campo, mensagem }) => [campo, mensagem]));
      const texts = textsWithoutField(invalid);
      show(invalid);
      if (texts.length > 0) showAlert(texts.join("\n"));
    } else if (data?.__typename === "Recusa") showAlert(data.mensagem);
    else {
      if (draft.now().save.unanswered) focusUnconfirmedSave();
      if (isTransportError(error)) showAlert(`${messageOf(error)}\n\n${NOTHING_IS_LOST}`);
      else reportError(error);
    }
  }

  /** `aviso`: it could not be read after it was saved. */
  async function finish(sinistro: string, aviso: string | undefined): Promise<void> {
    const message = aviso ?? options.saved(sinistro);
    // Before the draft is deleted: one of the two always says what became of the save.
    if (!isSignedIn(draft.owner)) deferMessage(draft.owner, message);
    draft.drop();
    if (!isSignedIn(draft.owner)) return;
    if (aviso === undefined) showToast(message);
    else showAlert(message);
    // Do not navigate if the user has left the screen.
    if (isMounted.current) {
      await withBusyOverlay(Promise.resolve(navigate(viewAddress(sinistro), { replace: true })));
    }
  }

  return {
    draft,
    problems,
    editor,
    hasChanged,
    change,
    submit: (asAnother?: boolean) => void submit(asAnother),
    discard() {
      draft.discard();
      editor.reset();
      setProblems({});
      focusFirstProblem({ [first]: "" });
    },
  };
}

export type AcionamentoForm = Omit<ReturnType<typeof useAcionamentoForm<never, never>>, "draft" | "change"> & {
  readonly draft: Omit<Draft<{ readonly rows: readonly Row[] }>, "change">;
};

/** Root fields that are outdated after a save. */
const MAY_HAVE_CHANGED = ["acionamentos", "painel", "totaisPorStatus"];

/** Updates the cache after a save: links the saved acionamento to its number, and evicts outdated lists and totals. */
export function cacheSaved(
  cache: ApolloCache,
  { id, sinistro }: { readonly id: string; readonly sinistro: string },
): void {
  const acionamento = { __typename: "Acionamento", id, sinistro } as const;
  const data = { __typename: "Query", acionamento } as const;
  cache.writeQuery({ query: AcionamentoExistsDocument, variables: { sinistro }, data });
  for (const fieldName of MAY_HAVE_CHANGED) cache.evict({ id: "ROOT_QUERY", fieldName });
  cache.gc();
}

function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
