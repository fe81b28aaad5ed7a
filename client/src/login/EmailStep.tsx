import { useMutation } from "@apollo/client/react";
import { Button, TextInput } from "@mantine/core";
import type { SubmitEvent } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { graphql } from "../gql/gql.ts";
import { signOut } from "../graph/client.ts";
import { storeEmailToChange, useSession } from "../session.ts";
import { returnState } from "../shell/loginRouteState.ts";
import { afterLogin } from "../shell/routeGuards.ts";
import { withBusyOverlay, isBusy } from "../ui/overlays.ts";
import type { ErrorCatalogue } from "./errorCatalogue.ts";
import type { Desafio } from "./desafio.ts";
import { useStepField } from "./useStepField.ts";

const ValidarEmail = graphql(`
  mutation ValidarEmail($email: String!) {
    validarEmail(email: $email) {
      ... on CodigoEnviado {
        desafio
        expiraEm
      }
      ... on UsuarioBloqueado {
        mensagem
      }
      ... on TrocaDeSenhaExigida {
        mensagem
      }
      ... on Recusa {
        mensagem
      }
    }
  }
`);

export interface EmailStepProps {
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
  readonly catalogue: ErrorCatalogue;
  /** A code was sent. */
  readonly onSent: (desafio: Desafio) => void;
}

export function EmailStep({ email, onEmailChange, catalogue, onSent }: EmailStepProps) {
  const [validarEmail] = useMutation(ValidarEmail);
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const address = email.trim();
  // Only required (§5); the services validate the address.
  const isValid = address !== "";
  const [field, touch] = useStepField({
    isValid,
    hint: "Digite seu e-mail.",
    message: "O campo e-mail é obrigatório!",
  });

  async function check() {
    // §4: before the e-mail check, any previous session is cleared.
    await signOut();
    try {
      const { data } = await validarEmail({ variables: { email: address } });
      const result = data?.validarEmail;
      switch (result?.__typename) {
        case "CodigoEnviado":
          return onSent(result);
        case "UsuarioBloqueado":
          onEmailChange("");
          return catalogue.showMessage(result.mensagem);
        case "TrocaDeSenhaExigida":
          storeEmailToChange(address);
          catalogue.showMessage(result.mensagem);
          return await navigate({ pathname: "/trocasenha-pg", search });
        case "Recusa":
          return catalogue.showMessage(result.mensagem);
      }
    } catch (error) {
      catalogue.emailStepFailed(error);
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isValid && !isBusy()) void withBusyOverlay(check());
  }

  return (
    <form className="login-step" onSubmit={submit} noValidate>
      <TextInput
        {...field}
        label="E-mail"
        name="ds_email"
        value={email}
        onChange={(event) => {
          touch();
          onEmailChange(event.currentTarget.value);
        }}
        // Not type "email", to avoid the browser's own validation.
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        size="md"
      />
      <Button type="submit" size="md" disabled={!isValid}>
        Próximo
      </Button>
      <Continue to={afterLogin(search)} state={returnState(state)} />
    </form>
  );
}

/** A link for users who are signed in already. */
function Continue({ to, state }: { readonly to: string; readonly state: unknown }) {
  const session = useSession();
  if (!session) return null;
  return (
    <Link to={to} state={state} className="login-aside entrance-link">
      Continuar como {session.usuario.nome}
    </Link>
  );
}
