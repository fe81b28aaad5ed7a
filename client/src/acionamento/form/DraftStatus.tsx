import { formatAgo } from "../../format/date.ts";
import { UndoButton } from "../../ui/UndoButton.tsx";

export interface DraftStatusProps {
  readonly hasContent: boolean;
  readonly restoredFrom: number | null;
  readonly undo: (() => void) | undefined;
}

/** Shows that the draft is saved or was restored, and lets the user undo discarding it. */
export function DraftStatus({ hasContent, restoredFrom, undo }: DraftStatusProps) {
  return (
    <div className="draft-line">
      <span role="status">
        {undo
          ? "Rascunho descartado."
          : restoredFrom !== null && <strong>Rascunho recuperado, guardado {formatAgo(restoredFrom)}.</strong>}
      </span>
      {hasContent && restoredFrom === null && <span>Rascunho guardado</span>}
      {undo && <UndoButton onClick={undo} />}
    </div>
  );
}
