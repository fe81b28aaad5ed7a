import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatTime } from "../../format/date.ts";

export interface EnvioSemRespostaProps {
  /** When it was sent. */
  readonly em: number;
  /** Whether what stands in the fields now is something else than what was sent. */
  readonly mudou: boolean;
  /** Where to look whether it was saved. */
  readonly onde: ReactNode;
  onVoltar(): void;
  onSalvarOutro(): void;
}

export const ENVIO_SEM_RESPOSTA = "envio-sem-resposta";

/** Says that a save had no answer, and how to go on without saving it twice. */
export function EnvioSemResposta({ em, mudou, onde, onVoltar, onSalvarOutro }: EnvioSemRespostaProps) {
  return (
    <section className="aviso" id={ENVIO_SEM_RESPOSTA} tabIndex={-1} role="status" aria-label="Envio sem resposta">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <div>
        <p>
          <strong>O envio das {formatTime(new Date(em))} ficou sem resposta: pode ter sido salvo.</strong>{" "}
          {mudou
            ? "Você mudou os dados depois disso, e salvar assim abre outro acionamento. Confira antes, ou volte ao que foi enviado e salve de novo: nada será salvo duas vezes."
            : "Salve de novo quando quiser: se ele já foi salvo, você verá o mesmo acionamento, sem duplicar."}
        </p>
        <div className="aviso-acoes">
          {mudou && (
            <>
              <Button size="xs" onClick={onVoltar}>
                Voltar ao que foi enviado
              </Button>
              <Button size="xs" variant="default" onClick={onSalvarOutro}>
                Salvar como outro
              </Button>
            </>
          )}
          {onde}
        </div>
      </div>
    </section>
  );
}
