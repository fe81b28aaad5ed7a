import { expect } from "@playwright/test";
import { type Gateway, TOOL_KEY } from "../../gateway/tests/clients/gateway.mjs";
import { codeFor, SENHA, signIn, test, USERS } from "./portal.ts";

/** Ends a user's sessions by changing the password in another session, and changes it back. */
async function endSessionsElsewhere(gateway: Gateway, email: string): Promise<void> {
  const ask = async (query: string, variables: object, token = "0") => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "x-tool-key": TOOL_KEY },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors }: { data: Record<string, Record<string, string>>; errors?: unknown } = await response.json();
    expect(errors).toBeUndefined();
    return Object.values(data)[0] ?? {};
  };
  const since = Date.now();
  const sent = await ask(
    "mutation ($email: String!) { validarEmail(email: $email) { ... on CodigoEnviado { desafio } } }",
    {
      email,
    },
  );
  const accepted = await ask(
    "mutation ($desafio: String!, $codigo: String!) { validarCodigo(desafio: $desafio, codigo: $codigo) { ... on CodigoAceito { desafio } } }",
    { desafio: sent["desafio"], codigo: await codeFor(gateway, since) },
  );
  const session = await ask(
    "mutation ($desafio: String!, $senha: String!) { entrar(desafio: $desafio, senha: $senha) { ... on Sessao { token } } }",
    { desafio: accepted["desafio"], senha: SENHA },
  );
  const change = "mutation ($input: TrocaDeSenha!) { trocarSenha(input: $input) { __typename } }";
  for (const [senhaAtual, senhaNova] of [
    [SENHA, `${SENHA}x`],
    [`${SENHA}x`, SENHA],
  ]) {
    const changed = await ask(change, { input: { email, senhaAtual, senhaNova } }, session["token"]);
    expect(changed["__typename"]).toBe("SenhaTrocada");
  }
}

test("a session that expires while a form is open is reported once, and the draft is restored after the login", async ({
  page,
  gateway,
}) => {
  await page.goto("/login-pg");
  await signIn(page, gateway, USERS.gestor);
  await page.goto("/novo-acionamento");
  await page.getByLabel(/CPF ou CNPJ/).fill("529.982.247-25");
  await expect(page.getByText("Marina Duarte").first()).toBeVisible();
  await page.getByLabel(/Observação/).fill("Chegou mancando, pata dianteira.");

  await endSessionsElsewhere(gateway, USERS.gestor);
  // The next request is rejected.
  await page.getByRole("link", { name: "Início", exact: true }).click();

  const alert = page.getByRole("alertdialog", { name: "Atenção!" });
  await expect(alert).toContainText("Sua sessão terminou");
  await alert.getByRole("button", { name: "Fechar" }).click();
  await expect(alert).toBeHidden();
  await expect(page).toHaveURL(/\/login-pg/);
  expect(await page.evaluate(() => sessionStorage.getItem("auth"))).toBeNull();

  await signIn(page, gateway, USERS.gestor);
  await page.goto("/novo-acionamento");
  await page.getByRole("button", { name: /^Marina Duarte.*, há/ }).click();
  await expect(page.getByText("Marina Duarte").first()).toBeVisible();
  await expect(page.getByLabel(/Observação/)).toHaveValue("Chegou mancando, pata dianteira.");
});
