import { type ReactNode, useState, useSyncExternalStore } from "react";
import { chooseDraft, type DraftEntry, dropDraft, otherDrafts, readDraft, writeDraft } from "../../draft.ts";
import { DraftOffers, type OfferedDraft } from "./DraftOffers.tsx";
import { newSave, type Save } from "./save.ts";

export interface DraftFormProps {
  /** Name of the form; it may have several drafts. */
  readonly form: string;
  /** Renders the form of a draft. `startNew` opens an empty form and keeps the draft. */
  readonly children: (draft: string, startNew: () => void) => ReactNode;
}

/** An empty form, and the user's drafts to choose from: what is typed belongs to no draft of before. */
export function DraftForm({ form, children }: DraftFormProps) {
  const [shown, setShown] = useState(() => firstDraft(form));
  const [discarded, setDiscarded] = useState<{ readonly entry: DraftEntry; readonly draft: unknown }>();
  // As text, which is equal as long as the drafts are.
  const others = useSyncExternalStore(onStorage, () => JSON.stringify(offeredDrafts(form, shown)));
  return (
    <>
      <DraftOffers
        drafts={JSON.parse(others)}
        discarded={discarded?.entry}
        onOpen={(entry) => setShown(open(form, entry))}
        onDiscard={(entry) => {
          setDiscarded({ entry, draft: readDraft(entry.name) });
          dropDraft(entry.name);
        }}
        onUndo={() => {
          if (discarded) writeDraft(discarded.entry.name, discarded.draft, discarded.entry);
          setDiscarded(undefined);
        }}
      />
      <DraftOf key={shown}>{children(shown, () => setShown(chooseDraft(form)))}</DraftOf>
    </>
  );
}

function offeredDrafts(form: string, shown: string): readonly OfferedDraft[] {
  return otherDrafts(form, shown).map((draft) =>
    Object.assign(draft, { isUnconfirmed: Boolean(saveOf(draft.name)?.unanswered) }),
  );
}

/** A new draft, unless a save is unconfirmed: its form is shown at once, or it would be saved twice. */
function firstDraft(form: string): string {
  const sent = otherDrafts(form).find(({ name, isElsewhere }) => !isElsewhere && saveOf(name)?.unanswered);
  return chooseDraft(form, sent?.name);
}

/** Shows another draft in this tab. One that is typed in another tab is copied. */
function open(form: string, { name, title, isElsewhere }: DraftEntry): string {
  if (!isElsewhere) return chooseDraft(form, name);
  const copy = chooseDraft(form);
  const save = saveOf(name);
  // Under another key, unless it may have been saved already.
  writeDraft(copy, { ...(readDraft(name) as object), save: save?.unanswered ? save : newSave() }, { title });
  return copy;
}

function saveOf(name: string): Save | undefined {
  return (readDraft(name) as { readonly save?: Save } | undefined)?.save;
}

/** Only for its key. */
function DraftOf({ children }: { readonly children: ReactNode }) {
  return children;
}

/** Calls back when another tab changes the storage. */
function onStorage(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
