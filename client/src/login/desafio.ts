import { useInterval } from "@mantine/hooks";
import { type RefObject, useState } from "react";
import type { CodigoDaRecusa, ValidarCodigoMutation } from "../gql/graphql.ts";
import { serverNow } from "../clock.ts";
import { hasCode } from "../graph/errors.ts";
import { reloadIfOutdated } from "../shell/outdated.ts";
import { laterStepFailed, PASSWORD_DUE, showMessage } from "./errorCatalogue.ts";
import type { LoginStage } from "./useStage.ts";

/** The login's calls, loaded after it. After a deploy they are gone, and the login has no error boundary that reloads. */
export async function loadCalls() {
  try {
    return await import("./login.mutations.ts");
  } catch (error) {
    void reloadIfOutdated({ isCodeMissing: true });
    throw error;
  }
}

/** The challenge that links the login steps: opaque, for one use, with an expiry time. */
export type Desafio = LoginStage["desafio"];

/** Refusals that make the desafio unusable. After others it can be retried. */
const SPENT: readonly unknown[] = ["DESAFIO_EXPIRADO", "DESAFIO_USADO", "DESAFIO_ESGOTADO"] satisfies CodigoDaRecusa[];

type Recusa = Extract<ValidarCodigoMutation["validarCodigo"], { readonly __typename: "Recusa" }>;

export interface LaterStepProps {
  readonly stage: LoginStage;
  readonly onDesafioSpent: () => void;
  readonly onPasswordDue: (email: string, mensagem: string) => Promise<void>;
}

/** Sends the desafio with what a later step asks for. The result is ignored if the user has left the step. */
export async function sendDesafio<T extends { readonly __typename: string }>(
  { stage, onDesafioSpent, onPasswordDue }: LaterStepProps,
  form: RefObject<HTMLFormElement | null>,
  call: (calls: Awaited<ReturnType<typeof loadCalls>>) => Promise<T | Recusa | undefined>,
  accept: (result: T) => Promise<void>,
): Promise<void> {
  try {
    const result = await call(await loadCalls());
    if (!form.current || !result) return;
    if (!isRecusa(result)) return await accept(result);
    if (result.mensagem === PASSWORD_DUE) return await onPasswordDue(stage.email, result.mensagem);
    if (SPENT.includes(result.codigo)) onDesafioSpent();
    showMessage(result.mensagem);
  } catch (error) {
    if (!form.current) return;
    // The gateway does not know the desafio: no other input can be wrong here.
    if (hasCode(error, "BAD_USER_INPUT")) onDesafioSpent();
    laterStepFailed(error);
  }
}

function isRecusa(result: { readonly __typename: string }): result is Recusa {
  return result.__typename === "Recusa";
}

/** The seconds until an instant by the gateway's clock; updates itself. */
export function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(serverNow);
  useInterval(() => setNow(serverNow()), 1000, { autoInvoke: true });
  return Math.max(0, Math.ceil((instant - now) / 1000));
}
