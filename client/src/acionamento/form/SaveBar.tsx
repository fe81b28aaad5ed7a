import { Button } from "@mantine/core";
import { type Decimal, formatMoney } from "../../format/money.ts";
import { useOverlays } from "../../ui/overlays.ts";

export interface SaveBarProps {
  readonly segurado: string | undefined;
  readonly pet: string | undefined;
  readonly total: Decimal;
  readonly children: string;
}

/** The sticky bar with a summary and the save button. */
export function SaveBar({ segurado, pet, total, children }: SaveBarProps) {
  const isSaving = useOverlays().waiting > 0;
  return (
    <div className="save-bar">
      <p>
        <span className="save-bar-names">{[segurado, pet].filter(Boolean).join(" · ") || "Nenhum segurado ainda"}</span>
        <strong className="figures">{formatMoney(total)}</strong>
      </p>
      <Button type="submit" size="md" aria-keyshortcuts="Control+Enter" title="Ctrl+Enter">
        {isSaving ? "Salvando…" : children}
      </Button>
    </div>
  );
}
