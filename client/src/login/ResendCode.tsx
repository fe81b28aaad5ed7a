import { Button } from "@mantine/core";
import { type RefObject, useState } from "react";
import { serverNow } from "../clock.ts";
import { counted } from "../format/count.ts";
import { retryAfterOf } from "../graph/errors.ts";
import { isBusy, withBusyOverlay } from "../ui/overlays.ts";
import { type Desafio, useSecondsUntil } from "./desafio.ts";
import type { ErrorCatalogue } from "./errorCatalogue.ts";
import { useSendCode } from "./useSendCode.ts";

/** An e-mail takes some time; the gateway sends only a few codes in 15 minutes. */
const WAIT_MS = 60_000;

export interface ResendCodeProps {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly email: string;
  /** When the last code was sent, by the gateway's clock. */
  readonly sentAt: number;
  readonly catalogue: ErrorCatalogue;
  readonly onSent: (desafio: Desafio) => Promise<void>;
  readonly onBlocked: () => void;
}

/** Sends another code, some time after the last one. */
export function ResendCode({ form, email, sentAt, catalogue, onSent, onBlocked }: ResendCodeProps) {
  const sendCode = useSendCode(form, catalogue, onBlocked);
  const [mayAt, setMayAt] = useState(sentAt + WAIT_MS);
  const seconds = useSecondsUntil(mayAt);

  const send = () =>
    sendCode(email, onSent, (error) => {
      const wait = retryAfterOf(error);
      if (wait !== undefined) setMayAt(serverNow() + wait * 1000);
      catalogue.laterStepFailed(error);
    });

  return (
    <div className="login-resend">
      <Button
        variant="subtle"
        disabled={seconds > 0}
        onClick={() => {
          if (!isBusy()) void withBusyOverlay(send());
        }}
      >
        {seconds > 0 ? `Reenviar código em ${formatSeconds(seconds)}` : "Reenviar código"}
      </Button>
      {/* Not the seconds, which would interrupt a screen reader. */}
      <span className="visually-hidden" role="status">
        {seconds > 0
          ? `O código poderá ser reenviado em ${counted(Math.ceil(seconds / 60), "minuto", "minutos")}.`
          : "O código já pode ser reenviado."}
      </span>
    </div>
  );
}

/** `0:42` */
function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
