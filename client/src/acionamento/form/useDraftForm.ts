import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { dropDraft, isDraftOnlyInMemory, titleDraft, writeDraft } from "../../draft.ts";
import { listenable } from "../../listenable.ts";
import { sessionOwner } from "../../session.ts";
import { type PortalForm, type PortalFormProps, usePortalForm } from "../../ui/usePortalForm.ts";
import { type FormDraft, readFormDraft } from "./formDraft.ts";
import { newSave, type Save } from "./save.ts";

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
  /** Sets the draft's title in the list of drafts. */
  setTitle(title: string): void;
}

/** A save may outlive its form: a form that was opened from the same draft meanwhile learns of its outcome. */
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
  const [found] = useState(() => readFormDraft(name, schema));
  const form = usePortalForm<TFields>({
    ...options,
    defaultValues: (found?.fields ?? empty) as DefaultValues<TFields>,
  });
  const { element, getValues, reset, subscribe } = form;
  const [state, setState] = useState(() => ({ save: found?.save ?? newSave(), hasContent: found !== undefined }));
  const [restoredFrom, setRestoredFrom] = useState(found?.savedAt ?? null);
  const [discarded, setDiscarded] = useState<FormDraft<TFields>>();
  const latest = useRef(state);
  const title = useRef("");
  const isDropped = useRef(false);

  /** A copy: the form changes its rows in place. */
  const current = () => ({ ...latest.current, fields: structuredClone(getValues()) });

  /** Stores synchronously, so that a save that is sent next is known after a reload. */
  function put({ fields, save }: FormDraft<TFields>): void {
    const hasContent = save.unanswered !== null || !isSame(fields, empty);
    latest.current = { save, hasContent };
    setState(latest.current);
    if (!hasContent) setRestoredFrom(null);
    if (!isSame(fields, getValues())) reset(fields);
    if (isDropped.current) return;
    if (hasContent) writeDraft(name, { fields, save } satisfies FormDraft<TFields>, { title: title.current, owner });
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
    const save = readFormDraft(name, schema, owner)?.save;
    if (save && !isSame(save, latest.current.save)) put({ ...current(), save });
  });
  useEffect(() => answers.subscribe(() => takeUpSave()), []);

  return {
    form,
    fields: form.watch(),
    saveState: state.save,
    owner,
    restoredFrom,
    hasContent: state.hasContent,
    isOnlyInMemory: isDraftOnlyInMemory(name, owner),
    setSaveState(save) {
      if (element.current) return put({ ...current(), save });
      // The form was left: update its stored draft, unless that has another key by now or is gone.
      const draft = readFormDraft(name, schema, owner);
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
      titleDraft(name, text, owner);
    },
  };
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
