import { ActionIcon, Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type Decimal, formatMoney } from "../../format/money.ts";
import { useOverlays } from "../../ui/overlays.ts";

export interface SaveBarProps {
  /** Insured and pet. */
  readonly names: string;
  readonly total: Decimal;
  readonly children: string;
  /** Discards the draft; `undefined` if there is none. */
  readonly onDiscard: (() => void) | undefined;
}

/** The sticky bar with a summary, the save button, and the one that discards the draft. */
export function SaveBar({ names, total, children, onDiscard }: SaveBarProps) {
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
      {onDiscard && (
        <ActionIcon
          variant="default"
          size={42}
          aria-label="Descartar rascunho"
          title="Descartar rascunho"
          onClick={onDiscard}
        >
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      <Button type="submit" size="md" aria-keyshortcuts="Control+Enter" title="Ctrl+Enter">
        {isSaving ? "Salvando…" : children}
      </Button>
    </div>
  );
}
