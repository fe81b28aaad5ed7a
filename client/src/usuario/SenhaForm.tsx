import { useMutation } from "@apollo/client/react";
import { Button, TextInput } from "@mantine/core";
import { type SubmitEvent, useRef } from "react";
import { currentSession } from "../session.ts";
import { fetchMenu } from "../shell/menu.ts";
import { showAlert, withBusyOverlay, isBusy } from "../ui/overlays.ts";
import { PasswordField } from "../ui/PasswordField.tsx";
import { reportError } from "../ui/reportError.ts";
import { checkRules, type PasswordContext } from "./password.ts";
import { PasswordRules, StrengthMeter } from "./PasswordCheck.tsx";
import { useFields } from "./useFields.ts";
import { TrocarSenhaDocument } from "../gql/graphql.ts";

const EMPTY = { senhaAtual: "", senhaNova: "", repetition: "" };

export interface SenhaFormProps {
  /** The user's e-mail; an input if unknown. */
  readonly email: string | null;
  /** Called after the change, with the success message. */
  readonly onChanged: (mensagem: string, email: string) => void | Promise<void>;
}

/** Current, new and repeated password. They are never stored in a draft. */
export function SenhaForm({ email, onChanged }: SenhaFormProps) {
  const [trocarSenha] = useMutation(TrocarSenhaDocument);
  const form = useRef<HTMLFormElement>(null);
  const { values, field, change, checkAll, showInvalid } = useFields(
    form,
    { email: email ?? "", ...EMPTY },
    {
      email: (value) => (value.trim() ? undefined : "O campo e-mail é obrigatório!"),
      senhaAtual: (value) => (value ? undefined : "A senha atual é obrigatória!"),
      senhaNova: (value, all) => {
        if (!value) return "A nova senha é obrigatória!";
        const isKept = checkRules(value, contextOf(all)).every((rule) => rule.isMet);
        return isKept ? undefined : "A nova senha ainda não atende às regras.";
      },
      repetition: (value, all) => (value === all.senhaNova ? undefined : "A repetição não é igual à nova senha."),
    },
  );
  const { email: address, senhaAtual, senhaNova } = values;
  const known = contextOf(values);

  async function save() {
    try {
      const input = { email: address.trim(), senhaAtual, senhaNova };
      const { data } = await trocarSenha({ variables: { input } });
      const result = data?.trocarSenha;
      switch (result?.__typename) {
        case "SenhaTrocada":
          change(EMPTY);
          return onChanged(result.mensagem, input.email);
        case "EntradaInvalida":
          return showInvalid(result);
        case "Recusa":
          // The services do not distinguish an expired session here; the menu query detects it.
          if (currentSession()) void fetchMenu();
          return showAlert(result.mensagem);
      }
    } catch (error) {
      reportError(error);
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (checkAll() && !isBusy()) void withBusyOverlay(save());
  }

  return (
    <form ref={form} className="senha-form" noValidate onSubmit={submit}>
      <TextInput
        {...field("email")}
        label="E-mail"
        readOnly={email !== null}
        variant={email === null ? "default" : "filled"}
        inputMode="email"
        autoComplete="username"
        required
      />
      <PasswordField {...field("senhaAtual")} label="Senha atual" autoComplete="current-password" required />
      <PasswordField
        {...field("senhaNova")}
        label="Nova senha"
        description={<PasswordRules password={senhaNova} known={known} />}
        inputWrapperOrder={["label", "input", "error", "description"]}
        autoComplete="new-password"
        required
      />
      <StrengthMeter password={senhaNova} known={known} />
      <PasswordField {...field("repetition")} label="Repita a nova senha" autoComplete="new-password" required />
      <Button type="submit">Alterar senha</Button>
    </form>
  );
}

function contextOf({ email, senhaAtual }: { readonly email: string; readonly senhaAtual: string }): PasswordContext {
  return { email, current: senhaAtual };
}
