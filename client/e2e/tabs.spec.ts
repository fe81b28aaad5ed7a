import { expect, type Page } from "@playwright/test";
import { MARINA, signIn, SINISTRO, test } from "./portal.ts";

const ofMarina = new RegExp(`^${MARINA.nome} · ${MARINA.pet}, há`);
const note = (page: Page) => page.getByLabel(/Observação/);

test("a new tab needs no login, rows open in one, and a logout ends the session of all", async ({
  page,
  gateway,
  context,
}) => {
  await page.goto("/login-pg");
  await signIn(page, gateway);
  await page.goto("/consulta-acionamento?status=NEGADO");
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: SINISTRO }) });
  const sinistro = await row.first().getByRole("link").innerText();

  for (const click of [{ modifiers: ["ControlOrMeta" as const] }, { button: "middle" as const }]) {
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      row.first().locator(".consulta-total").click(click),
    ]);
    await expect(tab.getByRole("heading", { level: 1, name: `Sinistro ${sinistro}` })).toBeVisible();
    await tab.close();
  }
  await expect(page).toHaveURL(/\/consulta-acionamento\?status=NEGADO$/);

  const tab = await context.newPage();
  await tab.goto("/novo-acionamento");
  await expect(tab.getByLabel("CPF ou CNPJ")).toBeVisible();
  await page.goto("/logout-pg");
  await expect(tab.getByRole("alertdialog", { name: "Atenção!" })).toContainText("Sua sessão terminou");
  await expect(tab).toHaveURL(/\/login-pg\?voltar=/);
  expect(await tab.evaluate(() => sessionStorage.getItem("auth"))).toBeNull();
  const late = await context.newPage();
  await late.goto("/home-page");
  await expect(late).toHaveURL(/\/login-pg$/);
});

test("two tabs keep a draft each, over reloads, and a third one offers both by name", async ({
  signedIn: page,
  gateway,
  context,
}) => {
  await page.goto("/novo-acionamento");
  await page.getByLabel("CPF ou CNPJ").fill(MARINA.cpf);
  await page.getByRole("radio", { name: MARINA.pet }).check();
  await note(page).fill("Da primeira aba.");
  const second = await context.newPage();
  await second.goto("/novo-acionamento");
  await expect(second.getByLabel("CPF ou CNPJ")).toHaveValue("");
  await note(second).fill("Da segunda aba.");
  await page.reload();
  await second.reload();
  await page.getByRole("button", { name: ofMarina }).click();
  await second.getByRole("button", { name: /^Sem segurado, há/ }).click();
  await expect(note(page)).toHaveValue("Da primeira aba.");
  await expect(note(second)).toHaveValue("Da segunda aba.");

  await page.close();
  await second.close({ runBeforeUnload: true });
  const third = await context.newPage();
  // The session went with the tabs.
  await third.goto("/novo-acionamento");
  await signIn(third, gateway);
  await third.getByRole("button", { name: ofMarina }).click();
  await expect(note(third)).toHaveValue("Da primeira aba.");
  await third.getByRole("button", { name: /^Sem segurado, há/ }).click();
  await expect(note(third)).toHaveValue("Da segunda aba.");
  await third.getByRole("button", { name: "Descartar rascunho" }).click();
  await expect(note(third)).toHaveValue("");
  await third.getByRole("button", { name: "Desfazer" }).click();
  await expect(note(third)).toHaveValue("Da segunda aba.");
});
