import { useMutation } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { cadastroUrl } from "../environment.ts";
import { graphql } from "../gql/gql.ts";
import { clearEmailToChange, openSession } from "../session.ts";
import { afterLogin } from "../shell/guard.ts";
import { busy, isBusy } from "../ui/interrupt.ts";
import { PasswordField } from "../ui/PasswordField.tsx";
import type { Catalogue } from "./catalogue.ts";
import { type Desafio, isOver, isUnknown, useHasPassed } from "./desafio.ts";
import { useStepField } from "./field.ts";

const Entrar = graphql(`
  mutation Entrar($desafio: String!, $senha: String!) {
    entrar(desafio: $desafio, senha: $senha) {
      ... on Sessao {
        token
        usuario {
          nome
          email
          telefone
          perfil
        }
      }
      ... on Recusa {
        mensagem
        codigo
      }
    }
  }
`);

export interface PasswordStepProps {
  readonly email: string;
  readonly desafio: Desafio;
  readonly catalogue: Catalogue;
  /** The desafio opens nothing any more. */
  readonly onSpent: () => void;
}

export function PasswordStep({ email, desafio, catalogue, onSpent }: PasswordStepProps) {
  const [entrar] = useMutation(Entrar);
  const [senha, setSenha] = useState("");
  const navigate = useNavigate();
  const { search } = useLocation();
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
          openSession(result.token, { nome, email: ownEmail, telefone, perfil });
          clearEmailToChange();
          return await navigate(afterLogin(search), { replace: true });
        }
        case "Recusa":
          if (isOver(result.codigo)) onSpent();
          return catalogue.tell(result.mensagem);
      }
    } catch (error) {
      if (isUnknown(error)) onSpent();
      catalogue.fail(error);
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isValid && !isBusy()) void busy(enter());
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
