import { useMutation } from "@apollo/client/react";
import { zodResolver } from "@hookform/resolvers/zod";
import { Button, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import { currentSession } from "../session.ts";
import { fetchMenu } from "../shell/menu.ts";
import { PasswordField } from "../ui/PasswordField.tsx";
import { reportError } from "../ui/reportError.ts";
import { showRefusal, submitOnce, usePortalForm } from "../ui/usePortalForm.ts";
import { checkRules } from "./password.ts";
import { PasswordRules, StrengthMeter } from "./PasswordCheck.tsx";
import { TrocarSenhaDocument } from "../gql/graphql.ts";

const EMPTY = { senhaAtual: "", senhaNova: "", repetition: "" };

const Rules = z
  .object({
    email: z.string().check(z.refine((email) => email.trim() !== "", "O campo e-mail é obrigatório!")),
    senhaAtual: z.string().check(z.minLength(1, "A senha atual é obrigatória!")),
    senhaNova: z.string().check(z.minLength(1, "A nova senha é obrigatória!")),
    repetition: z.string(),
  })
  .check(
    z.refine((fields) => fields.senhaNova === "" || checkRules(fields.senhaNova, fields).every((rule) => rule.isMet), {
      path: ["senhaNova"],
      error: "A nova senha ainda não atende às regras.",
    }),
    z.refine(({ senhaNova, repetition }) => repetition === senhaNova, {
      path: ["repetition"],
      error: "A repetição não é igual à nova senha.",
    }),
  );

interface SenhaFormProps {
  /** The user's e-mail; an input if unknown. */
  readonly email: string | null;
  readonly onChanged: (mensagem: string, email: string) => void | Promise<void>;
}

/** Current, new and repeated password. They are never stored in a draft. */
export function SenhaForm({ email, onChanged }: SenhaFormProps) {
  const [trocarSenha] = useMutation(TrocarSenhaDocument);
  const form = usePortalForm({
    defaultValues: { email: email ?? "", ...EMPTY },
    resolver: zodResolver(Rules),
    alsoCleared: { email: "senhaNova", senhaAtual: "senhaNova", senhaNova: "repetition" },
  });
  const { element, formState, register } = form;
  const values = form.watch();
  const field = (name: keyof typeof values) => ({ ...register(name), error: formState.errors[name]?.message });

  async function save({ email: address, senhaAtual, senhaNova }: z.infer<typeof Rules>) {
    try {
      const input = { email: address.trim(), senhaAtual, senhaNova };
      const { data } = await trocarSenha({ variables: { input } });
      const result = data?.trocarSenha;
      if (!result) throw new Error("No result");
      if (result.__typename === "SenhaTrocada") {
        form.setValues(EMPTY);
        return onChanged(result.mensagem, input.email);
      }
      // The services do not distinguish an expired session here; the menu query detects it.
      if (result.__typename === "Recusa" && currentSession()) void fetchMenu();
      showRefusal(form, result);
    } catch (error) {
      reportError(error);
    }
  }

  return (
    <form ref={element} className="fields" noValidate onSubmit={submitOnce(form, save)}>
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
        description={<PasswordRules password={values.senhaNova} known={values} />}
        inputWrapperOrder={["label", "input", "error", "description"]}
        autoComplete="new-password"
        required
      />
      <StrengthMeter password={values.senhaNova} known={values} />
      <PasswordField {...field("repetition")} label="Repita a nova senha" autoComplete="new-password" required />
      <Button type="submit">Alterar senha</Button>
    </form>
  );
}
