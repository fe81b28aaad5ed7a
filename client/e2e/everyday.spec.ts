/** What attendants use every day: the code again, favoritos and conjuntos, the list as they like it, the folded menu. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { addProcedure, codeFor, overflow, SENHA, SINISTRO, test, USERS } from "./portal.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** No violation in either scheme, and nothing beside the window. */
async function isSound(page: Page, where: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one page has one scheme
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // oxlint-disable-next-line no-await-in-loop
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
    expect.soft(violations, `${where}, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await overflow(page), where).toBeLessThanOrEqual(0);
}

/** Texts from A to Z, as the graph sorts them. */
function inOrder(texts: readonly string[]): readonly string[] {
  return texts.toSorted((a, b) => a.localeCompare(b, "pt-BR", { sensitivity: "base" }));
}

test("the steps of the login are in the history, a reload stays, and the code can be sent again", async ({
  page,
  gateway,
}) => {
  await page.clock.install();
  await page.goto("/login-pg?voltar=%2Fminhaconta-pg");
  const email = page.getByRole("textbox", { name: /e-mail/i });
  await email.fill(USERS.atendente);
  await page.getByRole("button", { name: "Próximo" }).click();
  const code = page.getByRole("textbox", { name: "Código" });
  await code.fill("AB");
  await page.goBack();
  await expect(email).toHaveValue(USERS.atendente);
  await page.goForward();
  await expect(code).toHaveValue("AB");
  await page.reload();
  await expect(page.getByText(USERS.atendente)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Reenviar código em \d:\d\d$/ })).toBeDisabled();
  await isSound(page, "code step");

  await page.clock.fastForward("01:05");
  const since = Date.now();
  await page.getByRole("button", { name: "Reenviar código", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Reenviar código em/ })).toBeDisabled();
  await code.fill(await codeFor(gateway, since));
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  const password = page.getByLabel("Senha", { exact: true });
  await expect(password).toBeVisible();
  // A code works once, so its step is not below.
  await page.goBack();
  await expect(email).toHaveValue(USERS.atendente);
  await page.goForward();
  await password.fill(SENHA);
  await page.getByRole("button", { name: "Entrar" }).click();
  await expect(page).toHaveURL(/\/minhaconta-pg$/);
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain("desafio");
  // The login is not below it.
  await page.goBack();
  await expect(page).toHaveURL("about:blank");
});

test("favoritos and conjuntos are there after a reload, and a conjunto is added by its button", async ({
  signedIn: page,
}) => {
  await page.goto("/novo-acionamento");
  await addProcedure(page, "hemogr", "Hemograma completo");
  await page.getByRole("button", { name: "Hemograma completo é favorito" }).click();
  await page.getByRole("button", { name: "Guardar como conjunto" }).click();
  await page.getByLabel("Nome do conjunto").fill("Sangue");
  await isSound(page, "naming a conjunto");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Conjunto Sangue guardado.")).toBeVisible();
  await page.getByRole("button", { name: "Remover Hemograma completo" }).click();

  await page.reload();
  const search = page.getByLabel("Adicionar procedimento");
  await search.click();
  await expect(page.getByRole("group", { name: "Favoritos" })).toContainText("Hemograma completo");
  await isSound(page, "favoritos");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sangue", exact: true }).click();
  await expect(page.getByLabel("Quantidade de Hemograma completo")).toHaveValue("1");
  await page.getByRole("button", { name: "Excluir o conjunto Sangue" }).click();
  await expect(page.getByText("Conjunto Sangue excluído.")).toBeVisible();
  await isSound(page, "a deleted conjunto");
});

test("the list is as the user likes it: columns and saved filters survive a reload", async ({ signedIn: page }) => {
  await page.goto("/consulta-acionamento?status=FATURADO&ordem=VALOR_DESC");
  const rows = page.locator(".consulta-body [role=row]");
  await expect(rows.first()).toBeVisible();
  await page.getByRole("button", { name: "Colunas" }).click();
  await page.getByRole("checkbox", { name: "Pet" }).uncheck();
  await isSound(page, "view");
  await page.getByRole("button", { name: "Filtros", exact: true }).click();
  await page.getByRole("button", { name: "Salvar este filtro" }).click();
  await page.getByLabel("Nome do filtro").fill("Maiores faturados");
  await page.keyboard.press("Enter");
  await isSound(page, "saved filter");
  await page.goto("/consulta-acionamento?status=NEGADO");
  await expect(page.getByRole("columnheader", { name: "Pet" })).toHaveCount(0);
  await expect(page.getByRole("columnheader")).toHaveCount(7);
  await page.getByRole("link", { name: "Maiores faturados" }).click();
  await expect(page).toHaveURL(/\?status=FATURADO&ordem=VALOR_DESC$/);
  // Rows lie one below the other in every layout.
  for (const width of [360, 768, 1180, 1920]) {
    // oxlint-disable-next-line no-await-in-loop -- one window
    await page.setViewportSize({ width, height: 900 });
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    // oxlint-disable-next-line no-await-in-loop
    const clipped = await rows.first().evaluate((row) => row.scrollHeight - row.clientHeight);
    expect(clipped, `${width}`).toBeLessThanOrEqual(1);
  }
  // The next card begins where it ends.
  await page.setViewportSize({ width: 360, height: 900 });
  const [first, second] = await Promise.all([rows.nth(0).boundingBox(), rows.nth(1).boundingBox()]);
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(first?.height ?? 0, 0);
  await isSound(page, "view, 360");
});

test("a column sorts both ways, by mouse and keyboard, and cards by a menu", async ({ signedIn: page }) => {
  await page.goto("/consulta-acionamento?status=FATURADO");
  // The insurers, whose names the rows do not have.
  const insurer = page.getByRole("columnheader", { name: "Seguradora" });
  const names = () => page.locator(".consulta-body .consulta-seguradora").allTextContents();
  const table = page.getByRole("table");
  await insurer.getByRole("button").click();
  await expect(insurer).toHaveAttribute("aria-sort", "ascending");
  await expect(table).toHaveAttribute("aria-busy", "false");
  const ascending = await names();
  expect(ascending.length).toBeGreaterThan(5);
  expect(ascending).toEqual(inOrder(ascending));
  await insurer.getByRole("button").press("Space");
  await expect(page).toHaveURL(/ordem=SEGURADORA_DESC$/);
  await expect(table).toHaveAttribute("aria-busy", "false");
  const [first = ""] = await names();
  expect(inOrder([first, ...ascending]).at(-1)).toBe(first);
  await isSound(page, "sorted by insurer");
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole("button", { name: "Filtros", exact: true }).click();
  await expect(insurer.getByRole("button", { includeHidden: true })).toHaveAttribute("tabindex", "-1");
  await page.getByLabel("Ordenar por").selectOption("Seguradora, de A a Z");
  await expect(page).toHaveURL(/ordem=SEGURADORA_ASC$/);
  await expect(table).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("link", { name: SINISTRO }).first()).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await isSound(page, "sorted by insurer, 360");
});

for (const [width, height, least] of [
  [360, 640, 1],
  [1440, 900, 6],
] as const) {
  test(`the first rows are seen without scrolling at ${width}×${height}`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/consulta-acionamento?status=FATURADO");
    await expect(page.getByRole("link", { name: SINISTRO }).first()).toBeVisible();
    await expect(page.getByRole("link", { name: /^Faturado [\d.]+$/ })).toBeAttached();
    await expect(page.getByRole("button", { name: "Filtros", exact: true })).toBeInViewport();
    const seen = await page
      .locator(".consulta-body [role=row]")
      .evaluateAll(
        (all) => all.map((row) => row.getBoundingClientRect()).filter(({ bottom }) => bottom <= innerHeight).length,
      );
    expect(seen).toBeGreaterThanOrEqual(least);
    // The chosen status is read whole.
    const cut = await page.locator(".consulta-links").evaluate((line) => {
      const { left, right } = line.querySelector("[aria-current]")?.getBoundingClientRect() ?? new DOMRect();
      const { left: from, right: to } = line.getBoundingClientRect();
      return Math.max(from - left, right - to);
    });
    expect(cut).toBeLessThanOrEqual(0);
    await isSound(page, `list, ${width}`);
  });
}

test("the side menu folds to icons at 768 px, shows their names, and remembers the user's choice", async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto("/minhaconta-pg");
  const menu = page.locator("#menu");
  const link = page.getByRole("link", { name: "Consultar acionamentos" });
  const widthOf = async () => (await menu.boundingBox())?.width ?? 0;
  await expect(link).toBeVisible();
  expect(await widthOf()).toBeLessThan(70);
  await link.focus();
  await expect(link.locator(".mantine-NavLink-body")).toHaveCSS("clip-path", "none");
  await isSound(page, "folded menu");
  await page.getByRole("button", { name: "Expandir o menu" }).click();
  expect(await widthOf()).toBeGreaterThan(200);
  await page.reload();
  await expect(link).toBeVisible();
  expect(await widthOf()).toBeGreaterThan(200);
});
