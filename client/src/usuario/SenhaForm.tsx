import { useMutation } from "@apollo/client/react";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { graphql } from "../gql/gql.ts";
import { alert, busy, isBusy } from "../ui/interrupt.ts";
import { PasswordField } from "../ui/PasswordField.tsx";
import { reportFault } from "../ui/report.ts";
import { checkRules } from "./password.ts";
import { PasswordRules, StrengthMeter } from "./PasswordCheck.tsx";
import { focusFirstInvalid, showInvalid } from "./invalid.ts";

const TrocarSenha = graphql(`
  mutation TrocarSenha($input: TrocaDeSenha!) {
    trocarSenha(input: $input) {
      ... on SenhaTrocada {
        mensagem
      }
      ... on EntradaInvalida {
        mensagem
        campos {
          campo
          mensagem
        }
      }
      ... on Recusa {
        mensagem
      }
    }
  }
`);

export interface SenhaFormProps {
  /** Whose password; asked for where nobody knows. */
  readonly email: string | null;
  /** The password was changed: the good news. The fields are empty again. */
  readonly onChanged: (mensagem: string, email: string) => void | Promise<void>;
}

/** Current, new and repeated password. They are kept nowhere else, and no draft is made of them. */
export function SenhaForm({ email, onChanged }: SenhaFormProps) {
  const [trocarSenha] = useMutation(TrocarSenha);
  const form = useForm({
    initialValues: { email: email ?? "", senhaAtual: "", senhaNova: "", repeticao: "" },
    validate: {
      email: (value) => (value.trim() ? null : "O campo e-mail é obrigatório!"),
      senhaAtual: (value) => (value ? null : "A senha atual é obrigatória!"),
      senhaNova: (value, values) => {
        if (!value) return "A nova senha é obrigatória!";
        const isKept = checkRules(value, { email: values.email, current: values.senhaAtual }).every(
          ({ isMet }) => isMet,
        );
        return isKept ? null : "A nova senha ainda não atende às regras.";
      },
      repeticao: (value, values) => (value === values.senhaNova ? null : "A repetição não é igual à nova senha."),
    },
  });
  const { senhaNova, senhaAtual } = form.values;
  const known = { email: form.values.email, current: senhaAtual };

  async function save({ email: address, ...senhas }: typeof form.values) {
    try {
      const input = { email: address, senhaAtual: senhas.senhaAtual, senhaNova: senhas.senhaNova };
      const { data } = await trocarSenha({ variables: { input } });
      const result = data?.trocarSenha;
      switch (result?.__typename) {
        case "SenhaTrocada":
          form.reset();
          return onChanged(result.mensagem, address);
        case "EntradaInvalida":
          return showInvalid(form, result);
        case "Recusa":
          return alert(result.mensagem);
      }
    } catch (error) {
      reportFault(error);
    }
  }

  return (
    <form
      className="senha-form"
      noValidate
      onSubmit={form.onSubmit(
        (values) => void (isBusy() || busy(save(values))),
        (errors) => focusFirstInvalid(form, errors),
      )}
    >
      <TextInput
        {...form.getInputProps("email")}
        label="E-mail"
        readOnly={email !== null}
        variant={email === null ? "default" : "filled"}
        inputMode="email"
        autoComplete="username"
        required
      />
      <PasswordField
        {...form.getInputProps("senhaAtual")}
        label="Senha atual"
        autoComplete="current-password"
        required
      />
      <PasswordField
        {...form.getInputProps("senhaNova")}
        label="Nova senha"
        description={<PasswordRules password={senhaNova} known={known} />}
        inputWrapperOrder={["label", "input", "error", "description"]}
        autoComplete="new-password"
        required
      />
      <StrengthMeter password={senhaNova} known={known} />
      <PasswordField
        {...form.getInputProps("repeticao")}
        label="Repita a nova senha"
        autoComplete="new-password"
        required
      />
      <Button type="submit">Trocar senha</Button>
    </form>
  );
}
