import { useEffect, useState } from "react";

/** What one step of the login hands to the next: opaque, good for one use until it expires. */
export interface Desafio {
  readonly desafio: string;
  readonly expiraEm: string;
}

/**
 * How the gateway ends its words about a desafio that opens nothing any more: expired, used, or unknown to it
 * (`refused` in gateway/src/schema/login.rs). After any other refusal the same desafio may be tried again.
 */
const START_OVER = "Comece de novo pelo e-mail.";

/** Whether the server asks to start over. If its words change, the person still has the link back. */
export function mustStartOver(mensagem: string): boolean {
  return mensagem.endsWith(START_OVER);
}

/** A timer takes no longer delay. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Whether an instant has passed, by the clock of this computer; true by itself when it has. */
export function useHasPassed(instant: string): boolean {
  const [passed, setPassed] = useState<string>();

  useEffect(() => {
    const delay = Math.min(Math.max(0, Date.parse(instant) - Date.now()), LONGEST_DELAY);
    const timer = setTimeout(() => setPassed(instant), delay);
    return () => clearTimeout(timer);
  }, [instant]);

  return passed === instant;
}
