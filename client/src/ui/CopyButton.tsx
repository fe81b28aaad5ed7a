import { ActionIcon, Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { showToast } from "./toast.ts";

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly done: string;
  readonly isNamed?: boolean;
}

/** Copies a text to the clipboard. The text should be visible beside it, as a fallback. */
export function CopyButton({ text, label, done, isNamed = false }: CopyButtonProps) {
  async function onClick() {
    const isCopied = await copy(text);
    showToast(isCopied ? done : "O navegador não deixou copiar. Selecione o texto e use Ctrl+C.");
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

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text);
  }
}

/** Fallback for pages without TLS and browsers without clipboard permission. */
function copyFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
