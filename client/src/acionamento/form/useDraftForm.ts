import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { dropDraft, isDraftOnlyInMemory, readDraft, writeDraft } from "../../draft.ts";
import { sessionOwner } from "../../session.ts";
import { type PortalForm, type PortalFormProps, usePortalForm } from "../../ui/usePortalForm.ts";
import { newSave, Save } from "./save.ts";

interface SaveState {
  readonly save: Save;
  /** When the draft was stored last; null if there is nothing to store. */
  readonly keptAt: number | null;
}

interface DraftState<TFields> extends SaveState {
  readonly fields: TFields;
}

export interface Draft<TFields extends FieldValues> extends DraftState<TFields> {
  readonly form: PortalForm<TFields>;
  /** The user to whom it belongs, also after the session. */
  readonly owner: string;
  /** When the restored draft had been stored; null if none was restored. */
  readonly restoredFrom: number | null;
  /** Whether there is something to lose. */
  readonly hasContent: boolean;
  /** Whether it is lost with this page. */
  readonly isOnlyInMemory: boolean;
  /** Updates the state of the save. */
  setSave(save: Save): void;
  /** The current state, for code that runs after an await. */
  current(): DraftState<TFields>;
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

interface Shown {
  current(): DraftState<FieldValues>;
  show(next: DraftState<FieldValues>): void;
}

/** The forms on the screen by draft. A save may end after its form was left and opened again: it updates the open one. */
const forms = new Map<string, Shown>();

/** A form whose draft is stored at every change and restored by its name. `schema` is that of what is stored. */
export function useDraftForm<TFields extends FieldValues>(
  name: string,
  schema: z.ZodMiniType<TFields>,
  empty: TFields,
  options: Omit<PortalFormProps<TFields>, "defaultValues">,
): Draft<TFields> {
  // The session may end during a save; the outcome still belongs to the draft's owner.
  const [owner] = useState(sessionOwner);
  const [found] = useState(() => read(name, schema));
  const form = usePortalForm<TFields>({
    ...options,
    defaultValues: (found?.fields ?? empty) as DefaultValues<TFields>,
  });
  const { getValues, reset, subscribe } = form;
  const [state, setState] = useState<SaveState>(() => found ?? { save: newSave(), keptAt: null });
  const [restoredFrom, setRestoredFrom] = useState(found?.keptAt ?? null);
  const [discarded, setDiscarded] = useState<DraftState<TFields>>();
  const latest = useRef(state);
  const title = useRef("");
  const isDropped = useRef(false);

  const [self] = useState<Shown>(() => ({
    // A copy: the form changes its rows in place.
    current: () => ({ ...latest.current, fields: structuredClone(getValues()) }),
    show({ fields, save, keptAt }) {
      latest.current = { save, keptAt };
      setState(latest.current);
      if (keptAt === null) setRestoredFrom(null);
      if (!isSame(fields, getValues())) reset(fields as TFields);
    },
  }));
  const current = useCallback(() => (forms.get(name) ?? self).current() as DraftState<TFields>, [name, self]);

  /** Stores synchronously, so that a save that is sent next is known after a reload. */
  const put = useCallback(
    (next: Omit<DraftState<TFields>, "keptAt">) => {
      const hasContent = next.save.unanswered !== null || !isSame(next.fields, empty);
      const kept = { ...next, keptAt: hasContent ? Date.now() : null };
      (forms.get(name) ?? self).show(kept);
      if (isDropped.current) return;
      if (hasContent) writeDraft(name, kept, { title: title.current, owner });
      else dropDraft(name, owner);
    },
    [name, empty, owner, self],
  );

  useEffect(() => {
    forms.set(name, self);
    const stop = subscribe({
      formState: { values: true },
      callback: ({ name: changed }) => {
        if (changed !== undefined) setDiscarded(undefined);
        put(self.current() as DraftState<TFields>);
      },
    });
    return () => {
      stop();
      if (forms.get(name) === self) forms.delete(name);
    };
  }, [name, self, subscribe, put]);

  return {
    ...state,
    form,
    fields: form.watch(),
    owner,
    restoredFrom,
    hasContent: state.keptAt !== null,
    isOnlyInMemory: isDraftOnlyInMemory(name, owner),
    setSave: (save) => put({ ...current(), save }),
    current,
    restoreSent() {
      const sent = z.safeParse(schema, current().save.unanswered?.fields);
      if (sent.success) put({ ...current(), fields: sent.data });
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
      // Another form shows it meanwhile. This one keeps its fields until the next screen opens.
      const shown = forms.get(name);
      if (shown && shown !== self) shown.show({ fields: empty, save: newSave(), keptAt: null });
    },
    setTitle(text) {
      if (title.current === text) return;
      title.current = text;
      if (current().keptAt !== null && !isDropped.current) writeDraft(name, current(), { title: text, owner });
    },
  };
}

function read<TFields>(name: string, fields: z.ZodMiniType<TFields>): DraftState<TFields> | undefined {
  const stored = z.object({ keptAt: z.number(), fields, save: Save });
  return z.safeParse(stored, readDraft(name)).data as DraftState<TFields> | undefined;
}

/** Names a draft by what is known of it. */
export function useDraftTitle(draft: Pick<Draft<never>, "setTitle">, parts: readonly (string | undefined)[]): void {
  const title = parts.filter(Boolean).join(" · ");
  const setTitle = useEffectEvent((text: string) => draft.setTitle(text));
  useEffect(() => setTitle(title), [title]);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
