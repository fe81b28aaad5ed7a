import { Button } from "@mantine/core";
import { type Decimal, formatMoney } from "../../format/money.ts";
import { useOverlays } from "../../ui/overlays.ts";

export interface SaveBarProps {
  /** Insured and pet. */
  readonly names: string;
  readonly total: Decimal;
  readonly children: string;
  /** Saves, and opens an empty form instead of the view. */
  readonly onSaveAndNew: (() => void) | undefined;
}

/** The sticky bar with a summary and the buttons that save. */
export function SaveBar({ names, total, children, onSaveAndNew }: SaveBarProps) {
  const isSaving = useOverlays().waiting > 0;
  return (
    <div className="save-bar">
      <p>
        <span className="save-bar-names" translate="no">
          {names || "Nenhum segurado ainda"}
        </span>
        <strong className="figures" translate="no">
          {formatMoney(total)}
        </strong>
      </p>
      {onSaveAndNew && (
        <Button className="save-bar-next" variant="default" size="md" onClick={onSaveAndNew}>
          Salvar e abrir outro
        </Button>
      )}
      <Button type="submit" size="md" aria-keyshortcuts="Control+Enter" title="Ctrl+Enter">
        {isSaving ? "Salvando…" : children}
      </Button>
    </div>
  );
}
