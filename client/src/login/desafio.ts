import type { RefObject } from "react";
import type { CodigoDaRecusa, ValidarCodigoMutation } from "../gql/graphql.ts";
import { hasCode } from "../graph/errors.ts";
import { laterStepFailed, PASSWORD_DUE, showMessage } from "./errorCatalogue.ts";
import { loadCalls } from "./loadCalls.ts";
import type { LoginStep } from "./useLoginStep.ts";

/** Refusals that make the desafio unusable. After others it can be retried. */
const SPENT: readonly unknown[] = ["DESAFIO_EXPIRADO", "DESAFIO_USADO", "DESAFIO_ESGOTADO"] satisfies CodigoDaRecusa[];

type Recusa = Extract<ValidarCodigoMutation["validarCodigo"], { readonly __typename: "Recusa" }>;

export interface LaterStepProps {
  readonly step: LoginStep;
  readonly onDesafioSpent: () => void;
  readonly onPasswordDue: (email: string, mensagem: string) => Promise<void>;
}

/** Sends the desafio with what a later step asks for. The result is ignored if the user has left the step. */
export async function sendDesafio<T extends { readonly __typename: string }>(
  { step, onDesafioSpent, onPasswordDue }: LaterStepProps,
  form: RefObject<HTMLFormElement | null>,
  call: (calls: Awaited<ReturnType<typeof loadCalls>>) => Promise<T | Recusa>,
  accept: (result: T) => Promise<void>,
): Promise<void> {
  try {
    const result = await call(await loadCalls());
    if (!form.current) return;
    if (!isRecusa(result)) return await accept(result);
    if (result.mensagem === PASSWORD_DUE) return await onPasswordDue(step.email, result.mensagem);
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
