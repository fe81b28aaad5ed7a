import { Button } from "@mantine/core";
import * as z from "zod/mini";
import { cadastroUrl } from "../environment.ts";
import type { Usuario } from "../session.ts";
import type { LoginStage } from "../shell/loginRouteState.ts";
import { PasswordField } from "../ui/PasswordField.tsx";
import type { ErrorCatalogue } from "./errorCatalogue.ts";
import { isSpent, isUnknownDesafio, loadCalls, useSecondsUntil } from "./desafio.ts";
import { useStep } from "./useStep.ts";

export interface PasswordStepProps {
  readonly stage: LoginStage;
  readonly catalogue: ErrorCatalogue;
  readonly onEntered: (token: string, usuario: Usuario) => Promise<void>;
  /** The desafio can no longer be used. */
  readonly onDesafioSpent: () => void;
}

const Password = z.string().check(z.minLength(1, "A senha é obrigatória!"));

export function PasswordStep({ stage, catalogue, onEntered, onDesafioSpent }: PasswordStepProps) {
  const { email, desafio } = stage;
  const isLate = useSecondsUntil(Date.parse(desafio.expiraEm)) === 0;
  const { element, field, isValid, submit } = useStep({ name: "ds_senha", rule: Password, hint: "Digite a senha." });

  async function enter(senha: string) {
    try {
      const { entrar } = await loadCalls();
      const result = await entrar(desafio.desafio, senha);
      // Back has left the step.
      if (!element.current) return;
      switch (result?.__typename) {
        case "Sessao": {
          const { nome, email: ownEmail, telefone, perfil } = result.usuario;
          return await onEntered(result.token, { nome, email: ownEmail, telefone, perfil });
        }
        case "Recusa":
          if (isSpent(result.codigo)) onDesafioSpent();
          return catalogue.showMessage(result.mensagem);
      }
    } catch (error) {
      if (!element.current) return;
      if (isUnknownDesafio(error)) onDesafioSpent();
      catalogue.laterStepFailed(error);
    }
  }

  return (
    <form ref={element} className="fields login-step" onSubmit={(event) => submit(enter)(event)} noValidate>
      <div>
        <h2>Validação de Senha</h2>
        <p>Digite a senha:</p>
        <p>
          <strong>{email}</strong>
        </p>
      </div>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...field} label="Senha" autoComplete="current-password" required size="md" />
      <Button type="submit" size="md" disabled={!isValid}>
        Entrar
      </Button>
      <p className="login-note" role="status">
        {isLate && "A validação expirou. Volte ao e-mail e comece de novo."}
      </p>
      <p className="login-aside">
        Esqueceu sua senha?{" "}
        <a href={cadastroUrl} className="entrance-link">
          Recuperar Senha
        </a>
      </p>
    </form>
  );
}
