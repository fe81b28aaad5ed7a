import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import type { CodigoDaRecusa } from "../gql/graphql.ts";
import { serverNow } from "../clock.ts";
import { hasCode } from "../graph/errors.ts";
import type { LoginStage } from "../shell/loginRouteState.ts";

/** The login's calls, which come after its first load. */
export const loadCalls = () => import("./login.query.ts");

/** The challenge that links the login steps: opaque, for one use, with an expiry time. */
export type Desafio = LoginStage["desafio"];

const SPENT: readonly unknown[] = ["DESAFIO_EXPIRADO", "DESAFIO_USADO", "DESAFIO_ESGOTADO"] satisfies CodigoDaRecusa[];

/** Whether a refusal makes the desafio unusable. After other refusals it can be retried. */
export function isSpent(codigo: CodigoDaRecusa | null | undefined): boolean {
  return SPENT.includes(codigo);
}

/** Whether the gateway does not know the desafio: the only cause of this error code on these screens. */
export function isUnknownDesafio(error: unknown): boolean {
  return hasCode(error, "BAD_USER_INPUT");
}

/** The seconds until an instant by the gateway's clock; updates itself. */
export function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(serverNow);
  useInterval(() => setNow(serverNow()), 1000, { autoInvoke: true });
  return Math.max(0, Math.ceil((instant - now) / 1000));
}
