import { Button } from "@mantine/core";
import { IconArrowBackUp, IconTrash } from "@tabler/icons-react";
import { once } from "../../format/once.ts";

const moment = once(
  () =>
    new Intl.DateTimeFormat("pt-BR", {
      timeZone: "America/Sao_Paulo",
      day: "2-digit",
      month: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    }),
);

export interface DraftStatusProps {
  readonly hasContent: boolean;
  readonly restoredFrom: number | null;
  readonly undo: (() => void) | undefined;
  onDiscard(): void;
}

/** Shows that the draft is saved or was restored, and lets the user discard it. */
export function DraftStatus({ hasContent, restoredFrom, undo, onDiscard }: DraftStatusProps) {
  return (
    <div className="draft-line">
      <span role="status">
        {undo
          ? "Rascunho descartado."
          : restoredFrom !== null && <strong>Rascunho de {moment().format(restoredFrom)} recuperado.</strong>}
      </span>
      {hasContent && restoredFrom === null && <span>Rascunho guardado</span>}
      {undo && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
          onClick={undo}
        >
          Desfazer
        </Button>
      )}
      {hasContent && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          onClick={onDiscard}
        >
          Descartar rascunho
        </Button>
      )}
    </div>
  );
}
