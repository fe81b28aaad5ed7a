import { expect } from "@playwright/test";
import { codeFor, SENHA, signIn, test, USERS } from "./portal.ts";

for (const width of [1440, 360]) {
  test(`the overlay of a login call is in the middle of the card's width, and over the card, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/login-pg");
    // Never answered.
    await page.route("**/graphql", () => undefined);
    await page.getByRole("textbox", { name: /e-mail/i }).fill(USERS.atendente);
    await page.getByRole("button", { name: "Próximo" }).click();
    const overlay = await page.getByRole("status").getByText("Aguarde…").boundingBox();
    const card = await page.locator(".entrance-card").boundingBox();
    if (!overlay || !card) throw new Error("Nothing is shown");
    expect(overlay.x + overlay.width / 2).toBeCloseTo(card.x + card.width / 2, 0);
    expect(overlay.y).toBeGreaterThan(card.y);
    expect(overlay.y + overlay.height).toBeLessThan(card.y + card.height);
  });
}

test("the first login, step by step, with the code from the e-mail", async ({ page, gateway, sent }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/login-pg$/);
  await expect(page.getByRole("heading", { name: "Login", exact: true })).toBeVisible();
  await expect(page.getByText("Área restrita")).toBeVisible();
  // A translating browser replaces texts, which then do not follow their values.
  await expect(page.locator("html")).toHaveAttribute("translate", "no");
  await expect(page.getByText("É novo por aqui?")).toBeVisible();
  await expect(page.getByRole("link", { name: "Crie uma conta" })).toHaveAttribute("href", "/cadastro.html");

  await expect(page.getByText("Digite seu e-mail.")).toBeVisible();
  const next = page.getByRole("button", { name: "Próximo" });
  await expect(next).toBeDisabled();
  const since = Date.now();
  await page.getByRole("textbox", { name: /e-mail/i }).fill(USERS.atendente);
  await next.click();

  await expect(page.getByRole("heading", { name: "Validação de Login" })).toBeVisible();
  await expect(page.getByText("Etapa 2 de 3: Validação de Login")).toBeAttached();
  await expect(page.getByText(USERS.atendente)).toBeVisible();
  await expect(page.getByText("Digite o código recebido.")).toBeVisible();
  const code = page.getByRole("textbox", { name: "Código" });
  await expect(code).toBeFocused();
  const send = page.getByRole("button", { name: "Enviar", exact: true });
  await expect(send).toBeDisabled();

  await test.step("a wrong code is refused, and another may be tried", async () => {
    await code.fill("ZZZZZZ");
    await send.click();
    await expect(page.getByRole("alertdialog", { name: "Atenção!" })).toContainText("Código inválido");
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.getByRole("button", { name: "Fechar" }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
  });

  await code.fill(await codeFor(gateway, since));
  await send.click();
  await expect(page.getByRole("heading", { name: "Validação de Senha" })).toBeVisible();
  await expect(page.getByText("Digite a senha:")).toBeVisible();
  await expect(page.getByText(USERS.atendente)).toBeVisible();
  await expect(page.getByText("Digite a senha.", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Recuperar Senha" })).toHaveAttribute("href", "/cadastro.html");
  const enter = page.getByRole("button", { name: "Entrar" });
  await expect(enter).toBeDisabled();
  await page.getByLabel("Senha", { exact: true }).fill(SENHA);
  await enter.click();

  await expect(page).toHaveURL(/\/home-page$/);
  const auth = await page.evaluate(() => sessionStorage.getItem("auth"));
  expect(JSON.parse(auth ?? "")).toMatchObject({ dsToken: expect.stringMatching(/\S{16,}/) });
  expect(JSON.stringify(await page.evaluate(() => [{ ...sessionStorage }, { ...localStorage }]))).not.toContain(SENHA);

  await test.step("a reload keeps the session", async () => {
    await page.reload();
    await expect(page.getByRole("navigation", { name: "Principal" }).getByRole("link").first()).toBeVisible();
    await expect(page).toHaveURL(/\/home-page$/);
  });
  expect(sent.filter(({ hasText }) => hasText)).toEqual([]);
});

test("a blocked user sees a message and stays at the first step", async ({ page }) => {
  await page.goto("/login-pg");
  const email = page.getByRole("textbox", { name: /e-mail/i });
  await email.fill(USERS.bloqueado);
  await page.getByRole("button", { name: "Próximo" }).click();
  await expect(page.getByRole("alertdialog", { name: "Atenção!" })).toContainText(
    "Entrar em contato com o administrador do sistema!",
  );
  await page.getByRole("button", { name: "Fechar" }).click();
  await expect(email).toHaveValue("");
  await expect(page.getByRole("button", { name: "Próximo" })).toBeDisabled();
});

test("a forced password change is followed by a login with the new password", async ({ page, gateway }) => {
  const senhaNova = "Nova#2027";
  await page.goto("/login-pg");
  await page.getByRole("textbox", { name: /e-mail/i }).fill(` ${USERS.deveTrocarSenha} `);
  await page.getByRole("button", { name: "Próximo" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Sua senha deve ser alterada!");
  await page.getByRole("button", { name: "Fechar" }).click();
  await expect(page).toHaveURL(/\/trocasenha-pg$/);
  expect(await page.evaluate(() => localStorage.getItem("email"))).toBe(USERS.deveTrocarSenha);

  await page.getByLabel("Senha atual", { exact: true }).fill(SENHA);
  await page.getByLabel("Nova senha", { exact: true }).fill(senhaNova);
  await page.getByLabel("Repita a nova senha", { exact: true }).fill(senhaNova);
  await page.getByRole("button", { name: "Alterar senha" }).click();

  await expect(page).toHaveURL(/\/login-pg$/);
  await expect(page.getByRole("textbox", { name: /e-mail/i })).toHaveValue(USERS.deveTrocarSenha);
  expect(await page.evaluate(() => localStorage.getItem("email"))).toBeNull();
  await signIn(page, gateway, USERS.deveTrocarSenha, senhaNova);
  await expect(page).toHaveURL(/\/home-page$/);
});
