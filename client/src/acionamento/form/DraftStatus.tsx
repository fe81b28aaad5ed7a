import "./drafts.css";
import { formatAgo } from "../../format/date.ts";
import { UndoButton } from "../../ui/UndoButton.tsx";

export interface DraftStatusProps {
  readonly hasContent: boolean;
  readonly isOnlyInMemory: boolean;
  readonly restoredFrom: number | null;
  readonly undo: (() => void) | undefined;
}

/** Shows that the draft is stored, is not, or was restored, and lets the user undo discarding it. */
export function DraftStatus({ hasContent, isOnlyInMemory, restoredFrom, undo }: DraftStatusProps) {
  const isAtRisk = hasContent && isOnlyInMemory;
  return (
    <div className="draft-line">
      <span role="status">
        {undo && <span>Rascunho descartado.</span>}
        {isAtRisk && <span>O rascunho não fica guardado: ele se perde se você recarregar ou fechar esta aba.</span>}
        {!undo && !isAtRisk && restoredFrom !== null && (
          <strong>{`Rascunho recuperado, guardado ${formatAgo(restoredFrom)}.`}</strong>
        )}
      </span>
      {hasContent && !isAtRisk && restoredFrom === null && <span>Rascunho guardado</span>}
      {undo && <UndoButton onClick={undo} />}
    </div>
  );
}
