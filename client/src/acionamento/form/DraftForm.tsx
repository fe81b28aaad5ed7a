import { type ReactNode, useState, useSyncExternalStore } from "react";
import { chooseDraft, currentDraft, type DraftEntry, otherDrafts, readDraft, writeDraft } from "../../draft.ts";
import { DraftOffers } from "./DraftOffers.tsx";
import { newSave, type Save } from "./save.ts";

export interface DraftFormProps {
  /** Name of the form; it may have several drafts. */
  readonly form: string;
  /** Renders the form of a draft. `startNew` opens an empty form and keeps the draft. */
  readonly children: (draft: string, startNew: () => void) => ReactNode;
}

/** The form with the draft of this tab, and the user's other drafts to choose from. */
export function DraftForm({ form, children }: DraftFormProps) {
  const [shown, setShown] = useState(() => currentDraft(form));
  // As text, which is equal as long as the drafts are.
  const others = useSyncExternalStore(onStorage, () => JSON.stringify(otherDrafts(form)));
  return (
    <>
      <DraftOffers drafts={JSON.parse(others)} onOpen={(draft) => setShown(open(form, draft))} />
      <DraftOf key={shown}>{children(shown, () => setShown(chooseDraft(form)))}</DraftOf>
    </>
  );
}

/** Shows another draft in this tab. One that is typed in another tab is copied. */
function open(form: string, { name, title, isElsewhere }: DraftEntry): string {
  if (!isElsewhere) return chooseDraft(form, name);
  const copy = chooseDraft(form);
  const draft = readDraft(name) as { readonly save?: Save } | undefined;
  // Under another key, unless it may have been saved already.
  const save = draft?.save?.unanswered ? draft.save : newSave();
  writeDraft(copy, { ...draft, save }, { title });
  return copy;
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
