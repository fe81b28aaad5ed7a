import { useState } from "react";
import { isTransportError, messageOf } from "../graph/errors.ts";
import { showAlert } from "../ui/overlays.ts";

/** Error handling of the login wizard: the specification's error catalogue (§8). */
export type ErrorCatalogue = ReturnType<typeof createErrorCatalogue>;

/** The catalogue of one visit; it starts without a stored message. */
export function useErrorCatalogue(): ErrorCatalogue {
  return useState(createErrorCatalogue)[0];
}

function createErrorCatalogue() {
  let lastMessage: string | undefined;

  /** Shows a message of the server and stores it as the last one. */
  const showMessage = (mensagem: string) => {
    lastMessage = mensagem;
    showAlert(mensagem);
  };

  return {
    showMessage,
    emailStepFailed(error: unknown): void {
      if (!isTransportError(error)) return showMessage(messageOf(error));
      // §8: "overlay hidden, error only logged, no message". It names the operation, never what was entered.
      // oxlint-disable-next-line no-console -- the specification asks for this log line
      console.error("validarEmail", error);
    },
    laterStepFailed(error: unknown): void {
      if (!isTransportError(error)) return showMessage(messageOf(error));
      // §8: "alert with the last stored messages text", even if that text is about something else. Without a stored one,
      // the error's own message.
      showAlert(lastMessage ?? messageOf(error));
    },
  };
}
