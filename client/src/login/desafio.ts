import { useEffect, useState } from "react";
import type { CodigoDaRecusa } from "../gql/graphql.ts";
import { hasCode } from "../graph/fault.ts";

/** What one step of the login hands to the next: opaque, good for one use until it expires. */
export interface Desafio {
  readonly desafio: string;
  readonly expiraEm: string;
}

/** Whether a desafio opens nothing any more. After any other refusal the same one may be tried again. */
export function isOver(codigo: CodigoDaRecusa | null | undefined): boolean {
  switch (codigo) {
    case "DESAFIO_EXPIRADO":
    case "DESAFIO_USADO":
    case "DESAFIO_ESGOTADO":
      return true;
    default:
      return false;
  }
}

/** Whether the gateway does not know the desafio: it refuses nothing else that these screens send in this way. */
export function isUnknown(error: unknown): boolean {
  return hasCode(error, "BAD_USER_INPUT");
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
