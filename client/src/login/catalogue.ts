import { useState } from "react";
import { isTransportFault, messageOf } from "../graph/fault.ts";
import { alert } from "../ui/interrupt.ts";

/** What the wizard does when something goes wrong: the specification's error catalogue (§8). */
export interface Catalogue {
  /** Shows a text of the server's, and stores it as the last one. */
  readonly tell: (mensagem: string) => void;
  /** A call of the e-mail step failed. */
  readonly failAtEmail: (error: unknown) => void;
  /** A call of the code step or of the password step failed. */
  readonly fail: (error: unknown) => void;
}

/** The catalogue of one visit of the wizard: it starts without a stored text. */
export function useCatalogue(): Catalogue {
  return useState(createCatalogue)[0];
}

function createCatalogue(): Catalogue {
  let stored: string | undefined;

  const tell = (mensagem: string) => {
    stored = mensagem;
    alert(mensagem);
  };

  return {
    tell,
    failAtEmail(error) {
      if (!isTransportFault(error)) return tell(messageOf(error));
      // §8: "overlay hidden, error only logged, no message". It names the operation, never what was entered.
      // oxlint-disable-next-line no-console -- the specification asks for this log line
      console.error("validarEmail", error);
    },
    fail(error) {
      if (!isTransportFault(error)) return tell(messageOf(error));
      // §8: "alert with the last stored messages text", even where that text is about something else. Where none has
      // been stored in this visit the alert would be empty: there it says what happened.
      alert(stored ?? messageOf(error));
    },
  };
}
