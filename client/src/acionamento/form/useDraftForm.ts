import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { dropDraft, isDraftOnlyInMemory, readDraft, writeDraft } from "../../draft.ts";
import { listenable } from "../../listenable.ts";
import { sessionOwner } from "../../session.ts";
import { type PortalForm, type PortalFormProps, usePortalForm } from "../../ui/usePortalForm.ts";
import { newSave, Save } from "./save.ts";

interface DraftState<TFields> {
  readonly fields: TFields;
  readonly save: Save;
  /** When the draft was stored last; null if there is nothing to store. */
  readonly keptAt: number | null;
}

export interface DraftForm<TFields extends FieldValues> {
  readonly form: PortalForm<TFields>;
  readonly fields: TFields;
  readonly saveState: Save;
  /** The user to whom it belongs, also after the session. */
  readonly owner: string;
  /** When the restored draft had been stored; null if none was restored. */
  readonly restoredFrom: number | null;
  /** Whether there is something to lose. */
  readonly hasContent: boolean;
  /** Whether it is lost with this page. */
  readonly isOnlyInMemory: boolean;
  /** Updates the state of the save, also after the form was left. */
  setSaveState(save: Save): void;
  /** Restores the fields of the unconfirmed save. */
  restoreSent(): void;
  /** Replaces the draft by another one, which has not been sent. */
  start(fields: TFields): void;
  /** Clears the draft; `undo` restores it. */
  discard(): void;
  readonly undo: (() => void) | undefined;
  /** Deletes the draft after a successful save. */
  drop(): void;
  /** Sets what the user knows the draft by, in a list of several. */
  setTitle(title: string): void;
}

/** Tells the open form that a save has been answered which was sent from a form that was left. */
const answers = listenable();

/** A form whose draft is stored at every change and restored by its name. `schema` is that of what is stored. */
export function useDraftForm<TFields extends FieldValues>(
  name: string,
  schema: z.ZodMiniType<TFields>,
  empty: TFields,
  options: Omit<PortalFormProps<TFields>, "defaultValues">,
): DraftForm<TFields> {
  // The session may end during a save; the outcome still belongs to the draft's owner.
  const [owner] = useState(sessionOwner);
  const [found] = useState(() => read(name, schema));
  const form = usePortalForm<TFields>({
    ...options,
    defaultValues: (found?.fields ?? empty) as DefaultValues<TFields>,
  });
  const { element, getValues, reset, subscribe } = form;
  const [state, setState] = useState(() => ({ save: found?.save ?? newSave(), keptAt: found?.keptAt ?? null }));
  const [restoredFrom, setRestoredFrom] = useState(state.keptAt);
  const [discarded, setDiscarded] = useState<DraftState<TFields>>();
  const latest = useRef(state);
  const title = useRef("");
  const isDropped = useRef(false);

  /** A copy: the form changes its rows in place. */
  const current = () => ({ ...latest.current, fields: structuredClone(getValues()) });

  /** Stores synchronously, so that a save that is sent next is known after a reload. */
  function put({ fields, save }: Omit<DraftState<TFields>, "keptAt">): void {
    const hasContent = save.unanswered !== null || !isSame(fields, empty);
    latest.current = { save, keptAt: hasContent ? Date.now() : null };
    setState(latest.current);
    if (!hasContent) setRestoredFrom(null);
    if (!isSame(fields, getValues())) reset(fields);
    if (isDropped.current) return;
    if (hasContent) writeDraft(name, { fields, ...latest.current }, { title: title.current, owner });
    else dropDraft(name, owner);
  }

  const store = useEffectEvent((changed: string | undefined) => {
    if (changed !== undefined) setDiscarded(undefined);
    put(current());
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name: changed }) => store(changed) }),
    [subscribe],
  );
  const takeUpSave = useEffectEvent(() => {
    const save = read(name, schema, owner)?.save;
    if (save && !isSame(save, latest.current.save)) put({ ...current(), save });
  });
  useEffect(() => answers.subscribe(() => takeUpSave()), []);

  return {
    form,
    fields: form.watch(),
    saveState: state.save,
    owner,
    restoredFrom,
    hasContent: state.keptAt !== null,
    isOnlyInMemory: isDraftOnlyInMemory(name, owner),
    setSaveState(save) {
      if (element.current) return put({ ...current(), save });
      // The form was left: update its stored draft, unless that has another key by now or is gone.
      const draft = read(name, schema, owner);
      if (draft?.save.chave !== latest.current.save.chave) return;
      put({ ...draft, save });
      answers.notify();
    },
    restoreSent() {
      const sent = z.safeParse(schema, latest.current.save.unanswered?.fields);
      if (sent.success) put({ ...latest.current, fields: sent.data });
    },
    start: (fields) => put({ fields, save: newSave() }),
    discard() {
      setDiscarded(current());
      setRestoredFrom(null);
      put({ fields: empty, save: newSave() });
    },
    undo:
      discarded &&
      (() => {
        setDiscarded(undefined);
        put(discarded);
      }),
    drop() {
      isDropped.current = true;
      dropDraft(name, owner);
    },
    setTitle(text) {
      if (title.current === text) return;
      title.current = text;
      if (latest.current.keptAt !== null && !isDropped.current) writeDraft(name, current(), { title: text, owner });
    },
  };
}

function read<TFields>(name: string, fields: z.ZodMiniType<TFields>, owner?: string): DraftState<TFields> | undefined {
  const stored = z.object({ keptAt: z.number(), fields, save: Save });
  return z.safeParse(stored, readDraft(name, owner)).data as DraftState<TFields> | undefined;
}

/** Names a draft by what is known of it. */
export function useDraftTitle(draft: Pick<DraftForm<never>, "setTitle">, parts: readonly (string | undefined)[]): void {
  const title = parts.filter(Boolean).join(" · ");
  const setTitle = useEffectEvent((text: string) => draft.setTitle(text));
  useEffect(() => setTitle(title), [title]);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
