import type { FieldValues } from "react-hook-form";
import type { AtualizarUsuarioMutation, TrocarSenhaMutation } from "../gql/graphql.ts";
import { showAlert } from "../ui/overlays.ts";
import { type RuledForm, showRefused } from "../ui/useRuledForm.ts";

type MutationResult = AtualizarUsuarioMutation["atualizarUsuario"] | TrocarSenhaMutation["trocarSenha"];
type EntradaInvalida = Extract<MutationResult, { readonly __typename: "EntradaInvalida" }>;

/** Shows the gateway's errors at their fields; if none of them has one, in the alert. */
export function showInvalid<T extends FieldValues>(form: RuledForm<T>, { mensagem, campos }: EntradaInvalida): void {
  const texts = showRefused(form, campos);
  if (texts.length === campos.length) showAlert([mensagem, ...texts].join("\n"));
}
