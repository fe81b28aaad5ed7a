import { Button } from "@mantine/core";
import { Fragment, type ReactNode, useReducer, useState, useSyncExternalStore } from "react";
import { type DraftEntry, newDraft, otherDrafts, takeOverDraft } from "../../draft.ts";
import { formatAgo } from "../../format/date.ts";
import { copyDraft, isUnconfirmed, offerDraft } from "./formDraft.ts";

interface DraftChooserProps {
  /** Name of the form; it may have several drafts. */
  readonly form: string;
  /** Renders the form of a draft. */
  readonly children: (draft: string, others: OtherForms) => ReactNode;
}

export interface OtherForms {
  /** Opens an empty form and keeps the draft. */
  startNew(): void;
  /** Stores another draft, which is offered beside this one. */
  offer(fields: object, title: string): void;
}

/** Opens an empty form with a draft of its own, and offers the user's other drafts. */
export function DraftChooser({ form, children }: DraftChooserProps) {
  const [openedDraft, setOpenedDraft] = useState(() => firstDraft(form));
  const [, renderOffers] = useReducer((count: number) => count + 1, 0);
  const others = {
    startNew: () => setOpenedDraft(newDraft(form)),
    offer(fields: object, title: string) {
      offerDraft(form, fields, title);
      renderOffers();
    },
  };
  return (
    <>
      <DraftOffers form={form} openedDraft={openedDraft} onOpen={(entry) => setOpenedDraft(open(form, entry))} />
      <Fragment key={openedDraft}>{children(openedDraft, others)}</Fragment>
    </>
  );
}

interface DraftOffersProps {
  readonly form: string;
  /** The draft in the form, which is kept when another is opened. */
  readonly openedDraft: string;
  onOpen(draft: DraftEntry): void;
}

/** The user's other drafts by name, to restore; each is discarded in its own form. */
function DraftOffers({ form, openedDraft, onOpen }: DraftOffersProps) {
  // As JSON, so that equal snapshots are identical.
  const others = useSyncExternalStore(onStorage, () => JSON.stringify(otherDrafts(form, openedDraft)));
  const drafts = JSON.parse(others) as ReturnType<typeof otherDrafts>;
  if (drafts.length === 0) return null;
  return (
    <section className="row note draft-offers" aria-label="Rascunhos guardados">
      <span>Rascunhos guardados:</span>
      <ul className="row plain">
        {drafts.map((draft) => (
          <li key={draft.name}>
            <Button size="compact-sm" variant="default" title="Restaurar" onClick={() => onOpen(draft)}>
              {`${draft.title || "Sem segurado"}, ${formatAgo(draft.savedAt)}${draft.isElsewhere ? ", em outra aba" : ""}`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A new draft, unless a save is unconfirmed: its form is shown at once, or it would be saved twice. */
function firstDraft(form: string): string {
  const sent = otherDrafts(form).find(({ name, isElsewhere }) => !isElsewhere && isUnconfirmed(name));
  return sent ? takeOverDraft(sent.name) : newDraft(form);
}

/** Shows another draft in this tab. One that is typed in another tab is copied. */
function open(form: string, entry: DraftEntry): string {
  return entry.isElsewhere ? copyDraft(form, entry) : takeOverDraft(entry.name);
}

function onStorage(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
