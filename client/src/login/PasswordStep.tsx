import { useMutation } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { cadastroUrl } from "../environment.ts";
import type { Usuario } from "../session.ts";
import { withBusyOverlay, isBusy } from "../ui/overlays.ts";
import { PasswordField } from "../ui/PasswordField.tsx";
import type { ErrorCatalogue } from "./errorCatalogue.ts";
import { type Desafio, isSpent, isUnknownDesafio, useHasPassed } from "./desafio.ts";
import { useStepField } from "./useStepField.ts";
import { EntrarDocument } from "./gql/graphql.ts";

export interface PasswordStepProps {
  readonly email: string;
  readonly desafio: Desafio;
  readonly catalogue: ErrorCatalogue;
  /** The password was right. */
  readonly onEntered: (token: string, usuario: Usuario) => Promise<void>;
  /** The desafio can no longer be used. */
  readonly onDesafioSpent: () => void;
}

export function PasswordStep({ email, desafio, catalogue, onEntered, onDesafioSpent }: PasswordStepProps) {
  const [entrar] = useMutation(EntrarDocument);
  const [senha, setSenha] = useState("");
  const isLate = useHasPassed(desafio.expiraEm);
  const isValid = senha !== "";
  const [field, touch] = useStepField({ isValid, hint: "Digite a senha.", message: "A senha é obrigatória!" });

  async function enter() {
    try {
      const { data } = await entrar({ variables: { desafio: desafio.desafio, senha } });
      const result = data?.entrar;
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
      if (isUnknownDesafio(error)) onDesafioSpent();
      catalogue.laterStepFailed(error);
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isValid && !isBusy()) void withBusyOverlay(enter());
  }

  return (
    <form className="login-step" onSubmit={submit} noValidate>
      <div>
        <h2>Validação de Senha</h2>
        <p>Digite a senha:</p>
        <p>
          <strong>{email}</strong>
        </p>
      </div>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field}
        label="Senha"
        name="ds_senha"
        value={senha}
        onChange={(event) => {
          touch();
          setSenha(event.currentTarget.value);
        }}
        autoComplete="current-password"
        required
        size="md"
      />
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
