import { Button, TextInput } from "@mantine/core";
import { Link, useLocation } from "react-router";
import * as z from "zod/mini";
import { displayName, useSession } from "../session.ts";
import { loginRouteState } from "../shell/loginRouteState.ts";
import { afterLogin } from "../shell/routeGuards.ts";
import { emailStepFailed } from "./errorCatalogue.ts";
import type { Desafio } from "./useLoginStep.ts";
import { useSendCode } from "./useSendCode.ts";
import { useStepForm } from "./useStepForm.ts";

/** Only required (§5); the services validate the address. */
const Email = z.string().check(z.trim(), z.minLength(1, "O campo e-mail é obrigatório!"));

interface EmailStepProps {
  /** An e-mail that is known already. */
  readonly email: string;
  readonly onSent: (desafio: Desafio, email: string) => Promise<void>;
}

export function EmailStep({ email, onSent }: EmailStepProps) {
  const form = useStepForm({ name: "ds_email", initial: email, rule: Email, hint: "Digite seu e-mail." });
  const { element, field, isValid } = form;
  const sendCode = useSendCode(element, form.clear);
  const { search, state } = useLocation();
  const submit = form.submit((address) => sendCode(address, (desafio) => onSent(desafio, address), emailStepFailed));

  return (
    <form ref={element} className="fields login-step" onSubmit={submit} noValidate>
      <TextInput
        {...field}
        label="E-mail"
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
      <Continue to={afterLogin(search)} state={loginRouteState(state).voltar} />
    </form>
  );
}

/** A link for users who are signed in already. */
function Continue({ to, state }: { readonly to: string; readonly state: unknown }) {
  const session = useSession();
  if (!session) return null;
  return (
    <Link to={to} state={state} className="login-aside entrance-link">
      Continuar como {displayName(session.usuario)}
    </Link>
  );
}
