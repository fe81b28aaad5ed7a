import { useEffect, useState } from "react";
import type { CodigoDaRecusa } from "../gql/graphql.ts";
import { serverNow } from "../clock.ts";
import { hasCode } from "../graph/errors.ts";

/** The login's calls, which come after its first load. */
export const loadCalls = () => import("./login.query.ts");

/** The challenge that links the login steps: opaque, for one use, with an expiry time. */
export interface Desafio {
  readonly desafio: string;
  readonly expiraEm: string;
}

/** Whether a refusal makes the desafio unusable. After other refusals it can be retried. */
export function isSpent(codigo: CodigoDaRecusa | null | undefined): boolean {
  switch (codigo) {
    case "DESAFIO_EXPIRADO":
    case "DESAFIO_USADO":
    case "DESAFIO_ESGOTADO":
      return true;
    default:
      return false;
  }
}

/** Whether the gateway does not know the desafio: the only cause of this error code on these screens. */
export function isUnknownDesafio(error: unknown): boolean {
  return hasCode(error, "BAD_USER_INPUT");
}

/** Maximum delay of `setTimeout`. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Whether an instant has passed by the gateway's clock; updates itself. */
export function useHasPassed(instant: string): boolean {
  const [passed, setPassed] = useState<string>();

  useEffect(() => {
    const delay = Math.min(Math.max(0, Date.parse(instant) - serverNow()), LONGEST_DELAY);
    const timer = setTimeout(() => setPassed(instant), delay);
    return () => clearTimeout(timer);
  }, [instant]);

  return passed === instant;
}
