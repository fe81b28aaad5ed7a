import type { RefObject } from "react";
import { signOut } from "../graph/clientSession.ts";
import { showMessage } from "./errorCatalogue.ts";
import { loadCalls } from "./loadCalls.ts";
import type { Desafio } from "./useLoginStep.ts";
import { usePasswordChange } from "./usePasswordChange.ts";

/** The e-mail check, which sends a code. `onBlocked`: the user may not sign in. */
export function useSendCode(form: RefObject<HTMLFormElement | null>, onBlocked: () => void) {
  const changePassword = usePasswordChange();

  return async (
    email: string,
    onSent: (desafio: Desafio) => Promise<void>,
    onFailed: (error: unknown) => void,
  ): Promise<void> => {
    try {
      const { validarEmail } = await loadCalls();
      // §4: before the e-mail check, any previous session is cleared.
      await signOut();
      const result = await validarEmail(email);
      // Back has left the step.
      if (!form.current) return;
      switch (result.__typename) {
        case "CodigoEnviado":
          return await onSent(result);
        case "UsuarioBloqueado":
          onBlocked();
          return showMessage(result.mensagem);
        case "TrocaDeSenhaExigida":
          return await changePassword(email, result.mensagem);
        case "Recusa":
          return showMessage(result.mensagem);
      }
    } catch (error) {
      if (!form.current) return;
      onFailed(error);
    }
  };
}
