import { once } from "../../format/once.ts";
import { Button } from "@mantine/core";
import { IconArrowBackUp, IconTrash } from "@tabler/icons-react";

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

export interface RascunhoLinhaProps {
  readonly temConteudo: boolean;
  readonly recuperadoDe: number | null;
  readonly undo: (() => void) | undefined;
  /** "Descartar rascunho", say. */
  readonly descartar: string;
  onDiscard(): void;
}

/** Says quietly that what is typed is kept, loudly that something was found again, and throws it away. */
export function RascunhoLinha({ temConteudo, recuperadoDe, undo, descartar, onDiscard }: RascunhoLinhaProps) {
  return (
    <div className="rascunho">
      <span role="status">
        {undo
          ? "Rascunho descartado."
          : recuperadoDe !== null && <strong>Rascunho de {moment().format(recuperadoDe)} recuperado.</strong>}
      </span>
      {temConteudo && recuperadoDe === null && <span>Rascunho guardado</span>}
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
      {temConteudo && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          onClick={onDiscard}
        >
          {descartar}
        </Button>
      )}
    </div>
  );
}
