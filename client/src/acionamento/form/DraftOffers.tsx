import { Button } from "@mantine/core";
import type { DraftEntry } from "../../draft.ts";
import { formatAgo } from "../../format/date.ts";

export interface DraftOffersProps {
  readonly drafts: readonly DraftEntry[];
  onOpen(draft: DraftEntry): void;
}

/** The user's other drafts by name. The shown draft is kept when another is opened. */
export function DraftOffers({ drafts, onOpen }: DraftOffersProps) {
  if (drafts.length === 0) return null;
  return (
    <section className="draft-offers" aria-label="Outros rascunhos">
      <p>Outros rascunhos:</p>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.name}>
            <Button size="compact-sm" variant="default" onClick={() => onOpen(draft)}>
              {`${draft.title || "Sem segurado"}, ${formatAgo(draft.savedAt)}${draft.isElsewhere ? ", em outra aba" : ""}`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
