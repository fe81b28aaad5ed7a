import { expect, type Page } from "@playwright/test";
import { MARINA, overflow, savedClaim, signIn, SINISTRO, test } from "./portal.ts";

test.use({ viewport: { width: 360, height: 760 }, hasTouch: true });

/** Checks that the page fits the width and that targets are large enough. */
async function fits(page: Page, where: string) {
  expect.soft(await overflow(page), where).toBeLessThanOrEqual(0);
  const small = await page.getByRole("button").evaluateAll((buttons) =>
    buttons
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .map((button) => ({ name: button.ariaLabel ?? button.textContent, box: button.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
      .map(({ name }) => name),
  );
  expect.soft(small, where).toEqual([]);
}

test("a working day on a phone", async ({ page, gateway }) => {
  await page.goto("/login-pg");
  await fits(page, "login");
  await signIn(page, gateway);
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  await fits(page, "home");

  const menu = page.getByRole("navigation", { name: "Principal" });
  await test.step("the menu opens over the screen and closes behind the choice", async () => {
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Abrir o menu" }).tap();
    await expect(menu.getByRole("link", { name: "Consultar acionamentos" })).toBeInViewport();
    await fits(page, "menu");
    await menu.getByRole("link", { name: "Consultar acionamentos" }).tap();
    await expect(menu).toBeHidden();
  });

  await test.step("the list is cards, and a tap anywhere on one opens it", async () => {
    const card = page
      .getByRole("row")
      .filter({ has: page.getByRole("link", { name: SINISTRO }) })
      .first();
    await expect(card).toBeVisible();
    // A table row is less than half as high.
    expect((await card.boundingBox())?.height).toBeGreaterThan(120);
    await fits(page, "list");
    // Saved filters are in reach, whichever status is chosen.
    await page.evaluate(() => {
      const { email } = JSON.parse(sessionStorage.getItem("auth") ?? "").usuario;
      const filters = [{ name: "Meus cancelados", search: "?status=CANCELADO&meus=sim" }];
      localStorage.setItem(`preferencias:1:${email}:filtros`, JSON.stringify(filters));
    });
    await page.reload();
    await expect(page.getByRole("link", { name: "Meus cancelados" })).toBeInViewport({ ratio: 1 });
    await fits(page, "list with a saved filter");
    const sinistro = await card.getByRole("link").innerText();
    await card.locator(".consulta-total").tap();
    expect(await savedClaim(page)).toBe(sinistro);
    await expect(page.getByRole("heading", { name: /Histórico/ })).toBeVisible();
    // The links to its neighbours leave the number whole.
    await expect(page.getByRole("link", { name: "Próximo" })).toBeVisible();
    const title = page.getByRole("heading", { level: 1 });
    const lines = await title.evaluate((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBe(1);
    await fits(page, "view");
    await page.goBack();
    await expect(card).toBeVisible();
  });

  const sinistro = await test.step("the search box lies over the bar and leads to a new acionamento", async () => {
    await page.getByRole("button", { name: "Pesquisar" }).tap();
    const box = page.getByRole("combobox", { name: /Pesquisar por CPF/ });
    await expect(box).toBeFocused();
    await page.keyboard.type(MARINA.cpf);
    const option = page.getByRole("option", { name: /Novo acionamento/ });
    await expect(option).toBeInViewport({ ratio: 1 });
    await fits(page, "search");
    await option.tap();
    await expect(page.getByText(MARINA.nome).first()).toBeVisible();

    await page.getByRole("radio", { name: MARINA.pet }).check();
    await page.getByLabel("Adicionar procedimento").tap();
    await page.keyboard.type("hemogr");
    await page.getByRole("option", { name: "Hemograma completo" }).tap();
    await page.getByRole("button", { name: "Hoje" }).tap();
    await fits(page, "new");
    const save = page.getByRole("button", { name: "Salvar", exact: true });
    await expect(save).toBeInViewport({ ratio: 1 });
    await save.tap();
    const saved = await savedClaim(page);
    await expect(page.getByText(`Acionamento aberto: sinistro ${saved}.`)).toBeInViewport({ ratio: 1 });
    await fits(page, "saved");
    return saved;
  });

  await page.getByRole("button", { name: "Pesquisar" }).tap();
  await page.keyboard.type(sinistro);
  await page.getByRole("option", { name: /Ver o acionamento/ }).tap();
  expect(await savedClaim(page)).toBe(sinistro);
  await page.getByRole("button", { name: /^Menu de/ }).tap();
  await fits(page, "own menu");
  await page.getByRole("menuitem", { name: "Sair" }).tap();
  await expect(page.getByRole("heading", { name: "Login", exact: true })).toBeVisible();
});

test("a keyboard that composes words with suggestions fills the fields that are formatted", async ({
  signedIn: page,
  context,
}) => {
  const devtools = await context.newCDPSession(page);
  const compose = async (label: string, text: string) => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill("");
    await field.focus();
    for (let end = 1; end <= text.length; end += 1) {
      const step = { text: text.slice(0, end), selectionStart: end, selectionEnd: end };
      await devtools.send("Input.imeSetComposition", step);
    }
    await devtools.send("Input.insertText", { text });
    return field;
  };
  await page.goto("/novo-acionamento");
  await expect(await compose("CPF ou CNPJ", "52998224725")).toHaveValue(MARINA.cpf);
  await expect(await compose("CPF ou CNPJ", "５２９９８２２４７２５")).toHaveValue(MARINA.cpf);
  await expect(await compose("Data da ocorrência", "23112025")).toHaveValue("23/11/2025");
  await page.goto("/minhaconta-pg");
  await expect(await compose("Telefone", "11987654321")).toHaveValue("(11) 98765-4321");
});
