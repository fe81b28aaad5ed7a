import { ActionIcon, Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { showToast } from "./toast.ts";

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly done: string;
  readonly isNamed?: boolean;
}

/** Copies a text to the clipboard. Without a name the text is visible beside it, as a fallback. */
export function CopyButton({ text, label, done, isNamed = false }: CopyButtonProps) {
  async function onClick() {
    try {
      // Not there without TLS; a browser may also refuse it.
      await navigator.clipboard.writeText(text);
      showToast(done);
    } catch {
      showToast(`O navegador não deixou copiar.${isNamed ? "" : " Selecione o texto e use Ctrl+C."}`);
    }
  }
  const icon = <IconCopy size={18} stroke={1.75} aria-hidden />;
  if (isNamed)
    return (
      <Button variant="default" className="no-print" leftSection={icon} onClick={onClick}>
        {label}
      </Button>
    );
  return (
    <ActionIcon variant="subtle" size="lg" className="no-print" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}
