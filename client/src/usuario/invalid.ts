import type { FormErrors, UseFormReturnType } from "@mantine/form";
import type { AtualizarUsuarioMutation, TrocarSenhaMutation } from "../gql/graphql.ts";
import { alert } from "../ui/interrupt.ts";

type Answer = AtualizarUsuarioMutation["atualizarUsuario"] | TrocarSenhaMutation["trocarSenha"];
type EntradaInvalida = Extract<Answer, { readonly __typename: "EntradaInvalida" }>;

/** Shows what the gateway says about each field beside it; what is about none of them, in the alert. */
export function showInvalid<T extends Record<string, unknown>>(
  form: UseFormReturnType<T>,
  refused: EntradaInvalida,
): void {
  const errors = Object.fromEntries(refused.campos.map(({ campo, mensagem }) => [campo, mensagem]));
  form.setErrors(errors);
  if (!focusFirstInvalid(form, errors)) alert([refused.mensagem, ...Object.values(errors)].join("\n"));
}

/** Leads to the first field that is not right, in the order of the form; false where it is none of the form's. */
export function focusFirstInvalid<T extends Record<string, unknown>>(
  form: UseFormReturnType<T>,
  errors: FormErrors,
): boolean {
  const first = Object.keys(form.values).find((name) => errors[name]);
  if (first) form.getInputNode(first)?.focus();
  return first !== undefined;
}
