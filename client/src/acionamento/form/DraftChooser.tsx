import { ActionIcon, Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Fragment, type ReactNode, useRef, useState, useSyncExternalStore } from "react";
import { chooseDraft, type DraftEntry, dropDraft, otherDrafts, readDraft, writeDraft } from "../../draft.ts";
import { formatAgo } from "../../format/date.ts";
import { UndoButton } from "../../ui/UndoButton.tsx";
import { newSave, type Save } from "./save.ts";

interface DraftChooserProps {
  /** Name of the form; it may have several drafts. */
  readonly form: string;
  /** Renders the form of a draft. `startNew` opens an empty form and keeps the draft. */
  readonly children: (draft: string, startNew: () => void) => ReactNode;
}

/** Opens an empty form with a draft of its own, and offers the user's other drafts. */
export function DraftChooser({ form, children }: DraftChooserProps) {
  const [shown, setShown] = useState(() => firstDraft(form));
  return (
    <>
      <DraftOffers form={form} shown={shown} onOpen={(entry) => setShown(open(form, entry))} />
      <Fragment key={shown}>{children(shown, () => setShown(chooseDraft(form)))}</Fragment>
    </>
  );
}

interface DraftOffersProps {
  readonly form: string;
  /** The draft that is shown, which is kept when another is opened. */
  readonly shown: string;
  onOpen(draft: DraftEntry): void;
}

/** The user's other drafts by name, to restore or discard. */
function DraftOffers({ form, shown, onOpen }: DraftOffersProps) {
  const section = useRef<HTMLElement>(null);
  const [discarded, setDiscarded] = useState<{ readonly entry: DraftEntry; readonly draft: unknown }>();
  // As text, which is equal as long as the drafts are.
  const others = useSyncExternalStore(onStorage, () => JSON.stringify(offeredDrafts(form, shown)));
  const drafts = JSON.parse(others) as ReturnType<typeof offeredDrafts>;
  if (drafts.length === 0 && !discarded) return null;

  function discard(entry: DraftEntry): void {
    // The button that was clicked disappears.
    section.current?.focus();
    setDiscarded({ entry, draft: readDraft(entry.name) });
    dropDraft(entry.name);
  }

  function undo(): void {
    section.current?.focus();
    if (discarded) writeDraft(discarded.entry.name, discarded.draft, discarded.entry);
    setDiscarded(undefined);
  }

  return (
    <section className="row note draft-offers" ref={section} tabIndex={-1} aria-label="Rascunhos guardados">
      {drafts.length > 0 && <span>Rascunhos guardados:</span>}
      <ul className="row plain">
        {drafts.map((draft) => {
          const name = `${titleOf(draft)}, ${formatAgo(draft.savedAt)}${draft.isElsewhere ? ", em outra aba" : ""}`;
          return (
            <li key={draft.name}>
              <Button size="compact-sm" variant="default" title="Restaurar" onClick={() => onOpen(draft)}>
                {name}
              </Button>
              {!draft.isElsewhere && !draft.isUnconfirmed && (
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Descartar o rascunho ${name}`}
                  onClick={() => discard(draft)}
                >
                  <IconTrash size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
      <span role="status">{discarded && `Rascunho ${titleOf(discarded.entry)} descartado.`}</span>
      {discarded && <UndoButton onClick={undo} />}
    </section>
  );
}

function titleOf({ title }: DraftEntry): string {
  return title || "Sem segurado";
}

/** `isUnconfirmed`: the save may have been done; without the draft it might be done twice. */
function offeredDrafts(form: string, shown: string) {
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

function onStorage(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
