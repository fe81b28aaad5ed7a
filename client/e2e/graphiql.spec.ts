import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { test } from "./gateway.ts";
import { newestCode } from "./outbox.ts";

/** Password of the demo data's users; the first example names one of them. */
const SENHA = "Demo@2026";

/** The first examples of the panel are the login's. */
const LOGIN_STEPS = 3;

/** What a page reaches for beyond its own origin: blocked, and counted. */
async function blockOtherOrigins(page: Page, origin: string): Promise<string[]> {
  const blocked: string[] = [];
  await page.route(
    (url) => url.origin !== origin && url.protocol.startsWith("http"),
    (route) => {
      blocked.push(route.request().url());
      return route.abort();
    },
  );
  return blocked;
}

/** Opens an example in a new tab and, where one is given, types a variable over, as a person would. */
async function openExample(page: Page, name: string, typed?: { variable: string; value: string }): Promise<void> {
  await page.getByRole("region", { name: "Exemplos" }).getByRole("button", { name }).click();
  if (!typed) return;
  const line = page
    .getByRole("region", { name: "Variables" })
    .locator(".view-line", { hasText: `"${typed.variable}"` });
  const comma = (await line.textContent())?.trim().endsWith(",") ? "," : "";
  // A click on the element itself would scroll to its middle, and a line is as wide as the longest one.
  const box = await line.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 8);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  // Over a selection the editor would put quotes around it instead of replacing it.
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(`"${typed.variable}": ${JSON.stringify(typed.value)}${comma}`);
}

/** Runs the operation of the open tab and gives what the gateway answered, once it stands in the editor of results. */
async function run(page: Page): Promise<Record<string, unknown>> {
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.url().endsWith("/graphql")),
    page.getByRole("button", { name: /^Execute query/ }).click(),
  ]);
  await expect(page.getByRole("region", { name: "Result Window" })).toContainText('"data"');
  const answer: { data: Record<string, unknown> } = await response.json();
  return answer.data;
}

test("GraphiQL runs the login and a screen's query without any other server", async ({ page, gateway }, testInfo) => {
  const blocked = await blockOtherOrigins(page, gateway.url);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });

  await page.goto("/graphiql");
  await expect(page.getByText("Sem sessão")).toBeVisible();
  const results = page.getByRole("region", { name: "Result Window" });

  const since = Date.now();
  await test.step("the first tab is the login's e-mail step, which sends a code", async () => {
    await expect(page.getByRole("region", { name: "Operation Editor" })).toContainText("validarEmail");
    await expect(page.getByRole("region", { name: "Variables" })).toContainText("@");
    await run(page);
    await expect(results).toContainText("CodigoEnviado");
  });

  await test.step("the code from the outbox is accepted; the challenge was filled in", async () => {
    await expect.poll(() => newestCode(gateway.outbox, since)).toBeTruthy();
    const codigo = (await newestCode(gateway.outbox, since)) ?? "";
    await openExample(page, "Validar código", { variable: "codigo", value: codigo });
    await run(page);
    await expect(results).toContainText("CodigoAceito");
  });

  await test.step("the password opens a session, whose token is taken over", async () => {
    await openExample(page, "3 · Entrar", { variable: "senha", value: SENHA });
    await run(page);
    await expect(results).toContainText("Sessao");
    await page.getByRole("status").getByRole("button", { name: "Usar este token" }).click();
    await expect(page.getByText("Vai em toda requisição")).toBeVisible();
  });

  await test.step("the dashboard answers with the token", async () => {
    await openExample(page, "Painel");
    const { painel } = await run(page);
    expect(painel).toMatchObject({ abertosNoMes: { quantidade: expect.any(Number) }, seguradoras: expect.any(Number) });
    await expect(results).toContainText("abertosHoje");
  });

  await test.step("the list answers a page of claims", async () => {
    await openExample(page, "Por status");
    const { acionamentos } = await run(page);
    expect(acionamentos).toMatchObject({
      totalCount: expect.any(Number),
      pageInfo: { hasNextPage: true },
      nodes: expect.arrayContaining([expect.objectContaining({ sinistro: expect.any(String) })]),
    });
    await expect(results).toContainText("totalCount");
    await testInfo.attach("GraphiQL com uma consulta", { body: await page.screenshot(), contentType: "image/png" });
  });

  await test.step("every other example runs as it is, filled in with what the ones before it have shown", async () => {
    const buttons = page.getByRole("region", { name: "Exemplos" }).getByRole("button");
    const names = await buttons.locator(".examples-name").allTextContents();
    for (const name of names.slice(LOGIN_STEPS)) {
      await openExample(page, name);
      const data = await run(page);
      expect.soft(Object.values(data), name).not.toContain(null);
      if (name.includes("Abrir acionamento")) {
        expect.soft(data).toMatchObject({ abrirAcionamento: { __typename: "AcionamentoSalvo" } });
      }
    }
  });

  await test.step("the token can be seen and cleared, and is gone for the next request", async () => {
    const field = page.getByLabel("Token", { exact: true });
    await expect(field).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Mostrar" }).click();
    await expect(field).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Limpar" }).click();
    await expect(field).toBeFocused();
    await openExample(page, "Menu da pessoa");
    await page.getByRole("button", { name: /^Execute query/ }).click();
    await expect(results).toContainText("UNAUTHENTICATED");
  });

  expect(blocked).toEqual([]);
  expect(faults).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`our own parts are accessible in the ${colorScheme} scheme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });

    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

    await page.goto("/graphiql/");
    await page.getByLabel("Token", { exact: true }).fill("Bearer abc");
    await expect(page.getByLabel("Token", { exact: true })).toHaveValue("abc");
    await expect(page.getByRole("region", { name: "Exemplos" })).toBeVisible();
    // What stands between them is GraphiQL's own.
    expect((await new AxeBuilder({ page }).include(".bar").include(".examples").analyze()).violations).toEqual([]);
  });
}

test("the start page fits a narrow screen and leads to GraphiQL", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 760 });
  await page.goto("/");
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("link", { name: "Explorar no GraphiQL" }).click();
  await page.getByRole("button", { name: "Show Exemplos" }).click();
  await page.getByRole("button", { name: /^Painel/ }).click();
  await expect(page.getByRole("region", { name: "Operation Editor" })).toContainText("query Painel");
  expect(await overflow()).toBeLessThanOrEqual(0);
});
