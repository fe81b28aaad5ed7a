import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { draftOwner, dropDraft, isDraftOnlyInMemory, readDraft, writeDraft } from "../../draft.ts";
import { newSave, Save } from "./save.ts";

/** The fields of a form and the state of its save. */
interface DraftState<TFields> {
  readonly fields: TFields;
  readonly save: Save;
  /** When it was stored last; null if there is nothing to store. */
  readonly keptAt: number | null;
}

export interface Draft<TFields> extends DraftState<TFields> {
  /** The user to whom it belongs, also after the session. */
  readonly owner: string;
  /** When the restored draft had been stored; null if none was restored. */
  readonly restoredFrom: number | null;
  /** Whether there is something to lose. */
  readonly hasContent: boolean;
  /** Whether it is lost with this page. */
  readonly isOnlyInMemory: boolean;
  change(part: Partial<TFields>): void;
  /** Updates the state of the save. */
  note(save: Save): void;
  /** The current state, for code that runs after an await. */
  now(): DraftState<TFields>;
  /** Restores the fields of the unconfirmed save. */
  restoreSent(): void;
  /** Clears the draft; `undo` restores it. */
  discard(): void;
  readonly undo: (() => void) | undefined;
  /** Deletes the draft after a successful save. */
  drop(): void;
  /** Sets what the user knows the draft by, in a list of several. */
  entitle(title: string): void;
}

/** A form that shows a draft. */
interface Shown {
  now(): DraftState<unknown>;
  show(next: DraftState<unknown>): void;
}

/** The forms on the screen by draft. A save may end after its form was left and opened again: this one learns of it. */
const forms = new Map<string, Shown>();

/** A draft that is stored at every change and restored by its name. `form` is the schema of its fields. */
export function useDraft<T extends z.ZodMiniType>(name: string, form: T, empty: z.infer<T>): Draft<z.infer<T>> {
  type TFields = z.infer<T>;
  // The session may end during a save; the outcome still belongs to the draft's owner.
  const [owner] = useState(draftOwner);
  const [found] = useState(() => read<TFields>(name, form));
  const [state, setState] = useState<DraftState<TFields>>(
    () => found ?? { fields: empty, save: newSave(), keptAt: null },
  );
  const [restoredFrom, setRestoredFrom] = useState(found?.keptAt ?? null);
  const [discarded, setDiscarded] = useState<DraftState<TFields>>();
  const latest = useRef(state);
  const title = useRef("");
  const isDropped = useRef(false);

  const [self] = useState<Shown>(() => ({
    now: () => latest.current,
    show(next) {
      latest.current = next as DraftState<TFields>;
      setState(latest.current);
      if (latest.current.keptAt === null) setRestoredFrom(null);
    },
  }));
  useEffect(() => {
    forms.set(name, self);
    return () => {
      if (forms.get(name) === self) forms.delete(name);
    };
  }, [name, self]);

  const now = useCallback(() => (forms.get(name) ?? self).now() as DraftState<TFields>, [name, self]);

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

  return {
    ...state,
    owner,
    restoredFrom,
    hasContent: state.keptAt !== null,
    isOnlyInMemory: isDraftOnlyInMemory(name, owner),
    change(part) {
      setDiscarded(undefined);
      put({ ...now(), fields: { ...(now().fields as object), ...(part as object) } as TFields });
    },
    note: (save) => put({ ...now(), save }),
    now,
    restoreSent() {
      const sent = z.safeParse(form, now().save.unanswered?.fields);
      if (sent.success) put({ ...now(), fields: sent.data });
    },
    discard() {
      setDiscarded(now());
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
    entitle(text) {
      if (title.current === text) return;
      title.current = text;
      if (now().keptAt !== null && !isDropped.current) writeDraft(name, now(), { title: text, owner });
    },
  };
}

function read<TFields>(name: string, form: z.ZodMiniType): DraftState<TFields> | undefined {
  const schema = z.object({ keptAt: z.number(), fields: form, save: Save });
  return z.safeParse(schema, readDraft(name)).data as DraftState<TFields> | undefined;
}

/** Names a draft by what is known of it. */
export function useDraftTitle(draft: Draft<unknown>, parts: readonly (string | undefined)[]): void {
  const title = parts.filter(Boolean).join(" · ");
  const entitle = useEffectEvent((text: string) => draft.entitle(text));
  useEffect(() => entitle(title), [title]);
}

/** Compares plain data. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
