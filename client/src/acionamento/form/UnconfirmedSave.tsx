import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatMoment } from "../../format/date.ts";
import { focusAround, focusWhenFree } from "../../ui/overlays.ts";

interface UnconfirmedSaveProps {
  readonly sentAt: number;
  readonly hasChanged: boolean;
  readonly checkLink: ReactNode;
  onRestore(): void;
  onSaveAnother(): void;
}

const ID = "unanswered-save";

/** Brings the notice into view and to screen readers. */
export function focusUnconfirmedSave(): void {
  focusWhenFree(document.getElementById(ID));
}

/** A notice about a save without a response, with ways to continue without saving twice. */
export function UnconfirmedSave({ sentAt, hasChanged, checkLink, onRestore, onSaveAnother }: UnconfirmedSaveProps) {
  return (
    <section className="form-notice" id={ID} tabIndex={-1} role="status" aria-label="Envio sem resposta">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <div>
        <p>
          <strong>{`O envio ${formatMoment(new Date(sentAt), "das")} ficou sem resposta: pode ter sido salvo.`}</strong>{" "}
          <span>
            {hasChanged
              ? "Você mudou os dados depois disso, e salvar assim abre outro acionamento. Confira antes, ou volte ao que foi enviado e salve de novo: nada será salvo duas vezes."
              : "Salve de novo quando quiser: se ele já foi salvo, você verá o mesmo acionamento, sem duplicar."}
          </span>
        </p>
        <div className="row">
          {hasChanged && (
            <>
              <Button
                size="xs"
                onClick={({ currentTarget }) => {
                  focusAround(currentTarget);
                  onRestore();
                }}
              >
                Voltar ao que foi enviado
              </Button>
              <Button size="xs" variant="default" onClick={onSaveAnother}>
                Salvar como outro
              </Button>
            </>
          )}
          {checkLink}
        </div>
      </div>
    </section>
  );
}
