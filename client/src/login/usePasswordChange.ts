import { useLocation, useNavigate } from "react-router";
import { storeEmailToChange } from "../session.ts";
import { loginRouteState } from "../shell/loginRouteState.ts";
import { showMessage } from "./errorCatalogue.ts";

/** Leads to the change of a password that must be changed (§4). */
export function usePasswordChange() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  return async (email: string, mensagem: string): Promise<void> => {
    storeEmailToChange(email);
    showMessage(mensagem);
    await navigate({ pathname: "/trocasenha-pg", search }, { state: { voltar: loginRouteState(state).voltar } });
  };
}
