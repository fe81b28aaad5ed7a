import "./drafts.css";
import { ActionIcon, Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { DraftEntry } from "../../draft.ts";
import { useRef } from "react";
import { formatAgo } from "../../format/date.ts";
import { UndoButton } from "../../ui/UndoButton.tsx";

export interface OfferedDraft extends DraftEntry {
  /** Whether its save is unconfirmed: without the draft it might be saved twice. */
  readonly isUnconfirmed: boolean;
}

export interface DraftOffersProps {
  readonly drafts: readonly OfferedDraft[];
  /** The one that was discarded last. */
  readonly discarded: DraftEntry | undefined;
  onOpen(draft: DraftEntry): void;
  onDiscard(draft: DraftEntry): void;
  onUndo(): void;
}

/** The user's other drafts by name, to restore or discard. The shown draft is kept when another is opened. */
export function DraftOffers({ drafts, discarded, onOpen, onDiscard, onUndo }: DraftOffersProps) {
  const section = useRef<HTMLElement>(null);
  if (drafts.length === 0 && !discarded) return null;

  /** The button that was clicked disappears. */
  function keepFocus(act: () => void): void {
    section.current?.focus();
    act();
  }

  return (
    <section className="draft-offers" ref={section} tabIndex={-1} aria-label="Rascunhos guardados">
      {drafts.length > 0 && <p>Rascunhos guardados:</p>}
      <ul>
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
                  onClick={() => keepFocus(() => onDiscard(draft))}
                >
                  <IconTrash size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
      <span role="status">{discarded && `Rascunho ${titleOf(discarded)} descartado.`}</span>
      {discarded && <UndoButton onClick={() => keepFocus(onUndo)} />}
    </section>
  );
}

function titleOf({ title }: DraftEntry): string {
  return title || "Sem segurado";
}
