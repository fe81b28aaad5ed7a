import { Button } from "@mantine/core";
import * as z from "zod/mini";
import { cadastroUrl } from "../environment.ts";
import type { Usuario } from "../session.ts";
import { PasswordField } from "../ui/PasswordField.tsx";
import { type LaterStepProps, sendDesafio } from "./desafio.ts";
import { useSecondsUntil } from "./useSecondsUntil.ts";
import { useStepForm } from "./useStepForm.ts";

interface PasswordStepProps extends LaterStepProps {
  readonly onEntered: (token: string, usuario: Usuario) => Promise<void>;
}

const Password = z.string().check(z.minLength(1, "A senha é obrigatória!"));

export function PasswordStep(props: PasswordStepProps) {
  const { email, desafio } = props.step;
  const isLate = useSecondsUntil(Date.parse(desafio.expiraEm)) === 0;
  const { element, field, isValid, submit } = useStepForm({
    name: "ds_senha",
    rule: Password,
    hint: "Digite a senha.",
  });

  const enter = (senha: string) =>
    sendDesafio(
      props,
      element,
      ({ entrar }) => entrar(desafio.desafio, senha),
      ({ token, usuario: { nome, email: ownEmail, telefone, perfil } }) =>
        props.onEntered(token, { nome, email: ownEmail, telefone, perfil }),
    );

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
      <p className="note" role="status">
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
