import { Button, TextInput } from "@mantine/core";
import type { SubmitEvent } from "react";
import { Link, useLocation } from "react-router";
import { useSession } from "../session.ts";
import { returnState } from "../shell/loginRouteState.ts";
import { afterLogin } from "../shell/routeGuards.ts";
import { withBusyOverlay, isBusy } from "../ui/overlays.ts";
import type { ErrorCatalogue } from "./errorCatalogue.ts";
import type { Desafio } from "./desafio.ts";
import { useSendCode } from "./useSendCode.ts";
import { useStepField } from "./useStepField.ts";

export interface EmailStepProps {
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
  readonly catalogue: ErrorCatalogue;
  /** A code was sent. */
  readonly onSent: (desafio: Desafio) => Promise<void>;
}

export function EmailStep({ email, onEmailChange, catalogue, onSent }: EmailStepProps) {
  const sendCode = useSendCode(catalogue, () => onEmailChange(""));
  const { search, state } = useLocation();
  const address = email.trim();
  // Only required (§5); the services validate the address.
  const isValid = address !== "";
  const [field, touch] = useStepField({
    isValid,
    hint: "Digite seu e-mail.",
    message: "O campo e-mail é obrigatório!",
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isValid && !isBusy()) void withBusyOverlay(sendCode(address, onSent, catalogue.emailStepFailed));
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
