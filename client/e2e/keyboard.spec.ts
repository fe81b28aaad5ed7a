import { expect, type Locator, type Page } from "@playwright/test";
import { codeFor, fact, MARINA, savedClaim, SENHA, SINISTRO, test, USERS } from "./portal.ts";

/** More tab stops than any screen has. */
const FAR = 40;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < FAR; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

async function type(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test("from the login to a saved acionamento and out again without a mouse", async ({ page, gateway }) => {
  const { keyboard } = page;
  await page.goto("/login-pg");

  await test.step("login: each step begins in its field", async () => {
    await type(page, page.getByRole("textbox", { name: /e-mail/i }), USERS.atendente);
    const since = Date.now();
    await keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Código" })).toBeFocused();
    await keyboard.type(await codeFor(gateway, since));
    await keyboard.press("Enter");
    await expect(page.getByLabel("Senha", { exact: true })).toBeFocused();
    await keyboard.type(SENHA);
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/\/home-page$/);
    await expect(page.getByRole("heading", { level: 1, name: "Início" })).toBeFocused();
  });

  await test.step("the search box by its shortcut, to a new acionamento", async () => {
    await keyboard.press("Control+K");
    await expect(page.getByRole("combobox", { name: /Pesquisar/ })).toBeFocused();
    await keyboard.type(MARINA.cpf);
    await expect(page.getByRole("option", { name: /Novo acionamento/ })).toHaveAttribute("aria-selected", "true");
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/\/novo-acionamento$/);
    await expect(page.getByText(MARINA.nome).first()).toBeVisible();
    await expect(page.locator("body")).not.toBeFocused();
  });

  const sinistro = await test.step("the form", async () => {
    await tabTo(page, page.getByRole("radio", { name: /^PET-/ }).first());
    await keyboard.press("Tab");
    // Two pets: none is preselected.
    const pets = page.getByRole("group", { name: "Pet" }).getByRole("radio");
    await expect(pets.first()).toBeFocused();
    await keyboard.press("Space");
    await keyboard.press("ArrowDown");
    await expect(pets.nth(1)).toBeChecked();

    await type(page, page.getByLabel("Adicionar procedimento"), "hemogr");
    const option = page.getByRole("option", { name: "Hemograma completo" });
    await expect(option).toHaveAttribute("aria-selected", "true");
    // The screen reader announcement.
    await expect(page.getByLabel("Adicionar procedimento")).toHaveAttribute(
      "aria-activedescendant",
      (await option.getAttribute("id")) ?? "",
    );
    await keyboard.press("Enter");
    // Quantity, value, then the next procedure.
    await expect(page.getByLabel("Quantidade de Hemograma completo")).toBeFocused();
    await keyboard.press("ArrowUp");
    await keyboard.press("Enter");
    await expect(page.getByLabel("Valor unitário de Hemograma completo")).toBeFocused();
    await keyboard.type("80,1");
    await keyboard.press("Enter");
    await expect(page.getByLabel("Adicionar procedimento")).toBeFocused();
    await tabTo(page, page.getByRole("button", { name: "Ontem" }));
    await keyboard.press("Space");
    await type(page, page.getByLabel(/Observação/), "Sem o mouse.");
    await keyboard.press("Control+Enter");

    const saved = await savedClaim(page);
    await expect(page.getByRole("heading", { level: 1, name: `Sinistro ${saved}` })).toBeFocused();
    await expect(fact(page, "Total")).toHaveText("R$ 160,20");
    return saved;
  });

  await test.step("the list, row by row, and back to the same row", async () => {
    await tabTo(page, page.getByRole("link", { name: "Consultar acionamentos" }), "Shift+Tab");
    await keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Consultar acionamentos" })).toBeFocused();
    const rows = page.getByRole("link", { name: SINISTRO });
    await expect(rows.first()).toHaveText(sinistro);
    await tabTo(page, rows.first());
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await expect(rows.nth(2)).toBeFocused();
    const third = await rows.nth(2).innerText();
    await keyboard.press("Enter");
    expect(await savedClaim(page)).toBe(third);
    // Like Alt+Left, which is a browser shortcut.
    await page.goBack();
    await expect(page.getByRole("link", { name: third, exact: true })).toBeFocused();
  });

  await test.step("the skip link, and out", async () => {
    await page.goto("/home-page");
    await expect(page.getByText(/Atualizado às/)).toBeVisible();
    await keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Ir para o conteúdo" })).toBeFocused();
    await keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();

    await tabTo(page, page.getByRole("button", { name: /^Menu de/ }), "Shift+Tab");
    await keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Minha conta" })).toBeFocused();
    await keyboard.press("Escape");
    await expect(page.getByRole("button", { name: /^Menu de/ })).toBeFocused();
    await keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Minha conta" })).toBeFocused();
    await keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: "Sair" })).toBeFocused();
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/\/logout-pg$/);
    await expect(page.getByRole("heading", { name: "Login", exact: true })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem("auth"))).toBeNull();
  });
});
