import { useCallback, useRef, useState } from "react";
import * as z from "zod/mini";
import { draftOwner, dropDraft, readDraft, writeDraft } from "../../draft.ts";
import { newSave, Save } from "./save.ts";

/** The fields of a form and the state of its save. */
interface DraftState<TFields> {
  readonly fields: TFields;
  readonly save: Save;
  /** When it was stored last; null if there is nothing to store. */
  readonly keptAt: number | null;
}

export interface Draft<TFields> extends DraftState<TFields> {
  /** When the restored draft had been stored; null if none was restored. */
  readonly restoredFrom: number | null;
  /** Whether there is something to lose. */
  readonly hasContent: boolean;
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
}

/** A draft that is stored at every change and restored by its name. `form` is the schema of its fields. */
export function useDraft<T extends z.ZodMiniType>(name: string, form: T, empty: z.infer<T>): Draft<z.infer<T>> {
  type TFields = z.infer<T>;
  // The session may end during a save; the outcome still belongs to the draft's owner.
  const [owner] = useState(draftOwner);
  const [found] = useState(
    () =>
      readDraft(name, z.object({ keptAt: z.number(), fields: form, save: Save })) as DraftState<TFields> | undefined,
  );
  const [state, setState] = useState<DraftState<TFields>>(
    () => found ?? { fields: empty, save: newSave(), keptAt: null },
  );
  const [restoredFrom, setRestoredFrom] = useState(found?.keptAt ?? null);
  const [discarded, setDiscarded] = useState<DraftState<TFields>>();
  const latest = useRef(state);
  const isDropped = useRef(false);

  /** Stores synchronously, so that a save that is sent next is known after a reload. */
  const put = useCallback(
    (next: Omit<DraftState<TFields>, "keptAt">) => {
      const hasContent = next.save.unanswered !== null || !isSame(next.fields, empty);
      const kept = { ...next, keptAt: hasContent ? Date.now() : null };
      latest.current = kept;
      setState(kept);
      if (isDropped.current) return;
      if (hasContent) writeDraft(name, kept, owner);
      else dropDraft(name, owner);
    },
    [name, empty, owner],
  );

  return {
    ...state,
    restoredFrom,
    hasContent: state.keptAt !== null,
    change(part) {
      setDiscarded(undefined);
      put({ ...latest.current, fields: { ...(latest.current.fields as object), ...(part as object) } as TFields });
    },
    note: (save) => put({ ...latest.current, save }),
    now: () => latest.current,
    restoreSent() {
      const sent = z.safeParse(form, latest.current.save.unanswered?.fields);
      if (sent.success) put({ ...latest.current, fields: sent.data });
    },
    discard() {
      setDiscarded(latest.current);
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
  };
}

/** Compares plain data. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
