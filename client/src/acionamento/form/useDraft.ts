import { useCallback, useRef, useState } from "react";
import * as z from "zod/mini";
import { draftOwner, dropDraft, readDraft, writeDraft } from "../../draft.ts";
import { newSave, Save } from "./save.ts";

/** What somebody is entering: the fields of a form, and how far its save has got. */
interface DraftState<TFields> {
  readonly fields: TFields;
  readonly save: Save;
  /** When it was kept last; null as long as there is nothing to keep. */
  readonly keptAt: number | null;
}

export interface Draft<TFields> extends DraftState<TFields> {
  /** When what was found here had been kept; null where nothing was. */
  readonly restoredFrom: number | null;
  /** Whether there is something that would be lost. */
  readonly hasContent: boolean;
  change(part: Partial<TFields>): void;
  /** Notes how far the save has got. */
  note(save: Save): void;
  /** The state of this moment, for who has waited since the last drawing. */
  now(): DraftState<TFields>;
  /** Brings back the fields as they were sent. */
  restoreSent(): void;
  /** Starts over; `undo` brings back what was there. */
  discard(): void;
  readonly undo: (() => void) | undefined;
  /** It has been saved: nothing is kept any more. */
  drop(): void;
}

/**
 * A draft, kept at every change and found again under its name. `form` says what a kept one must look like; `empty`
 * is what stands there before anybody has typed.
 */
export function useDraft<T extends z.ZodMiniType>(name: string, form: T, empty: z.infer<T>): Draft<z.infer<T>> {
  type TFields = z.infer<T>;
  // The session may end while a save is under way; what is learned then still belongs to who was typing.
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

  /** Kept before anything else happens: a save that goes out next must be known after a reload. */
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

/** Drafts are plain data: two that read the same are the same. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
