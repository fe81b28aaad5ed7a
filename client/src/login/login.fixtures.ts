/** Test data and actions of the login tests. */
import { screen } from "@testing-library/react";
import { mockGraph } from "../test/mockGraph.ts";
import { openPortal } from "../test/portal.tsx";

export const EMAIL = "ana@patas.example";

const IN_TEN_MINUTES = () => new Date(Date.now() + 10 * 60_000).toISOString();
export const SENT = () => ({ __typename: "CodigoEnviado", desafio: "desafio-1", expiraEm: IN_TEN_MINUTES() });
export const ACCEPTED = () => ({ __typename: "CodigoAceito", desafio: "desafio-2", expiraEm: IN_TEN_MINUTES() });
export const SESSION = {
  __typename: "Sessao",
  token: "token-novo",
  usuario: { nome: "Ana Souza", email: EMAIL, telefone: null, perfil: "Atendente" },
};

export function mockLogin(): void {
  mockGraph.respond({ validarEmail: SENT, validarCodigo: ACCEPTED, entrar: SESSION });
}

type User = ReturnType<typeof openPortal>["user"];

export const emailField = () => screen.findByRole("textbox", { name: "E-mail" });
export const codeField = () => screen.findByRole("textbox", { name: "Código" });
export const passwordField = () => screen.findByLabelText("Senha");
export const button = (name: string) => screen.getByRole("button", { name });

export async function enterEmail(user: User, email = EMAIL) {
  await user.type(await emailField(), email);
  await user.click(button("Próximo"));
}

export async function enterCode(user: User, code = "A1B2C3") {
  await user.type(await codeField(), code);
  await user.click(button("Enviar"));
}

export async function enterPassword(user: User, password = "Segredo123") {
  await user.type(await passwordField(), password);
  await user.click(button("Entrar"));
}

type Address = Parameters<typeof openPortal>[0];

export async function openAtCode(address: Address = "/login-pg") {
  const portal = openPortal(address);
  await enterEmail(portal.user);
  await codeField();
  return portal;
}

export async function openAtPassword(address: Address = "/login-pg") {
  const portal = await openAtCode(address);
  await enterCode(portal.user);
  await passwordField();
  return portal;
}
