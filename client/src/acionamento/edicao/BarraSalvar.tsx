import { Button } from "@mantine/core";
import { type Decimal, formatMoney } from "../../format/money.ts";

export interface BarraSalvarProps {
  readonly segurado: string | undefined;
  readonly pet: string | undefined;
  readonly total: Decimal;
  readonly children: string;
}

/** What is about to be saved, in sight wherever one is on the page, and the button that saves it. */
export function BarraSalvar({ segurado, pet, total, children }: BarraSalvarProps) {
  return (
    <div className="barra-salvar">
      <p>
        <span className="barra-nomes">{[segurado, pet].filter(Boolean).join(" · ") || "Nenhum segurado ainda"}</span>
        <strong className="figures">{formatMoney(total)}</strong>
      </p>
      <Button type="submit" size="md" aria-keyshortcuts="Control+Enter" title="Ctrl+Enter">
        {children}
      </Button>
    </div>
  );
}
