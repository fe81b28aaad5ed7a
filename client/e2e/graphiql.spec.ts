import { expect, type Page } from "@playwright/test";
import { newestCode, TOOL_KEY } from "../../gateway/tests/clients/gateway.mjs";
import { test } from "./gateway.ts";
import { overflow, SENHA, signIn, USERS } from "./portal.ts";

test.use({ extraHTTPHeaders: { "x-tool-key": TOOL_KEY } });

const operation = (page: Page) => page.getByRole("region", { name: "Operation Editor" });
const executeButton = (page: Page) => page.getByRole("button", { name: /^Execute query/ });
const results = (page: Page) => page.getByRole("region", { name: "Result Window" });

/** Opens an example, once its text is in the editor. */
async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
  await expect(operation(page)).toContainText(name);
}

/** Replaces the text of an editor. */
async function type(page: Page, editor: "Variables" | "Headers", value: object): Promise<void> {
  await page.getByRole("button", { name: editor, exact: true }).click();
  await page
    .getByRole("region", { name: editor })
    .locator(".graphiql-editor:not(.hidden)")
    .getByRole("textbox")
    .focus();
  await page.keyboard.press("ControlOrMeta+A");
  // With a selection the editor would add brackets around it.
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(JSON.stringify(value));
}

/** Runs one of several operations of the open tab, and returns its data. */
async function runNamed(page: Page, name: string): Promise<Record<string, Record<string, string>>> {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith("/graphql") && !response.request().postData()?.includes("IntrospectionQuery"),
  );
  await executeButton(page).click();
  await page.getByRole("menuitem", { name }).click();
  const { data } = (await (await answered).json()) as { data: Record<string, Record<string, string>> };
  await expect(results(page)).toContainText(Object.keys(data)[0] ?? "");
  return data;
}

/**
 * Runs the only operation of the open tab until its result has a text. GraphiQL knows the operation a moment after the tab has
 * its text, and until then asks for that of the tab before.
 */
async function run(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Escape");
    if (await executeButton(page).isVisible()) await executeButton(page).click({ timeout: 2000 });
    await expect(results(page)).toContainText(text, { timeout: 5000 });
  }).toPass({ timeout: 60_000 });
}

/** What the browser stores of this page. */
const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

test("the examples log in and read, without any other server, and nothing that was typed is kept", async ({
  page,
  gateway,
}) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== gateway.url && protocol.startsWith("http")) faults.push(request.url());
  });
  await page.goto("/graphiql");
  await expect(operation(page)).toContainText("mutation ValidarEmail");
  await expect(page.getByRole("region", { name: "Variables" })).toContainText(USERS.atendente);

  const since = Date.now();
  const { validarEmail } = await runNamed(page, "ValidarEmail");
  await expect.poll(() => newestCode(gateway.outbox, since)).toBeTruthy();
  const codigo = await newestCode(gateway.outbox, since);
  await type(page, "Variables", { desafio: validarEmail?.["desafio"], codigo });
  const { validarCodigo } = await runNamed(page, "ValidarCodigo");
  await type(page, "Variables", { desafio: validarCodigo?.["desafio"], senha: SENHA });
  const { entrar } = await runNamed(page, "Entrar");
  expect(entrar).toMatchObject({ __typename: "Sessao" });

  await openTab(page, "Acionamentos");
  await type(page, "Headers", { Authorization: `Bearer ${entrar?.["token"]}` });
  await run(page, /"totalCount":\s*\d/);

  expect(await stored(page)).toBe("[{},{}]");
  await page.reload();
  await expect(operation(page)).toContainText("mutation ValidarEmail");
  await expect(page.getByRole("region", { name: "Variables" })).toContainText('"senha": ""');
  expect(faults).toEqual([]);
});

test("GraphiQL has the portal's session, while it lasts, and follows a subscription", async ({
  page,
  context,
  gateway,
}) => {
  await page.goto("/login-pg");
  await signIn(page, gateway);
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  const graphiql = await context.newPage();
  await graphiql.goto("/graphiql");
  // A tab that is clicked before the editors are there has the text of the first.
  await expect(operation(graphiql)).toContainText("mutation ValidarEmail");
  await openTab(graphiql, "TotaisPorStatus");
  await run(graphiql, /"quantidade":\s*\d/);

  await openTab(graphiql, "Painel");
  // A WebSocket has no headers: they are in its first message.
  await type(graphiql, "Headers", { "X-Tool-Key": TOOL_KEY });
  const socket = graphiql.waitForEvent("websocket");
  await run(graphiql, "abertosHoje");
  expect((await socket).isClosed()).toBe(false);
  await graphiql.getByRole("button", { name: /^Stop query/ }).click();
  await expect.poll(async () => (await socket).isClosed()).toBe(true);

  await page.goto("/logout-pg");
  await expect(page.getByRole("textbox", { name: /e-mail/i })).toBeVisible();
  await openTab(graphiql, "TotaisPorStatus");
  await run(graphiql, "UNAUTHENTICATED");
});

test("the schema's docs are there, in the words of the graph", async ({ page }) => {
  await page.goto("/graphiql");
  await page.getByRole("button", { name: "Show Documentation Explorer" }).click();
  await page.getByRole("link", { name: "Acionamento", exact: true }).click();
  await expect(page.getByRole("link", { name: "podeReabrir" })).toBeVisible();
});

for (const [width, height] of [
  [360, 760],
  [768, 1024],
] as const) {
  test(`on a screen of ${width} px nothing is cut, and the response stands below the editors`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/graphiql");
    // GraphiQL forgets a change of tab that comes before its editors.
    await expect(operation(page)).toContainText("mutation ValidarEmail");
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const editor = await operation(page).locator(".monaco-editor").first().boundingBox();
    expect(editor?.width).toBeGreaterThan(width / 3);
    const response = await page.locator(".graphiql-response").boundingBox();
    expect(response?.y).toBeGreaterThan((editor?.y ?? 0) + (editor?.height ?? 0));
    expect(response?.width).toBeGreaterThan(width / 2);
  });
}

test.describe("without a tool key", () => {
  test.use({ extraHTTPHeaders: {} });

  test("GraphiQL shows how to set one", async ({ page }) => {
    await page.goto("/graphiql");
    await expect(results(page)).toContainText("X-Tool-Key");
  });
});
