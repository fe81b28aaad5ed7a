import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { type Change, typeVariables } from "./editor.ts";
import { test, TOOL_KEY } from "./gateway.ts";
import { newestCode } from "./outbox.ts";
import { overflow, SENHA, signIn } from "./portal.ts";

test.use({ extraHTTPHeaders: { "x-tool-key": TOOL_KEY } });

/** The first examples are the login steps. */
const LOGIN_STEPS = 3;
/** The subscription, which has a test of its own. */
const LIVE = "Abertos hoje, ao vivo";

const TEXT: unknown = expect.any(String);
const NUMBER: unknown = expect.any(Number);

function listWith(item: Record<string, unknown>): unknown {
  return expect.arrayContaining([expect.objectContaining(item)]);
}

/** The examples after the login and their responses, in an order in which each provides values for the next. */
const WORKING_DAY: readonly { name: string; change?: Change; answer: Record<string, unknown> }[] = [
  { name: "Menu da pessoa", answer: { menu: listWith({ rota: "/home-page" }) } },
  { name: "Painel", answer: { painel: { abertosNoMes: { quantidade: NUMBER, valor: TEXT }, seguradoras: NUMBER } } },
  { name: "Totais do ano", answer: { totaisPorStatus: listWith({ mes: 1, quantidade: NUMBER }) } },
  { name: "Por status, em páginas", answer: { acionamentos: { nodes: listWith({ sinistro: TEXT }) } } },
  {
    name: "Por vários status e seguradora",
    answer: { acionamentos: { nodes: listWith({ seguradora: { id: "1", nome: TEXT } }) } },
  },
  { name: "Por sinistro ou autorização", answer: { acionamentos: { totalCount: 1, nodes: [{ sinistro: TEXT }] } } },
  {
    name: "Por seguradora e status",
    // On some days the demo data have no open acionamento of this insurer.
    change: (variables) => ({ ...variables, filtro: { seguradoraStatus: { seguradora: "1", status: "AUTORIZADO" } } }),
    answer: { seguradoras: listWith({ id: "1" }), acionamentos: { nodes: listWith({ sinistro: TEXT }) } },
  },
  { name: "1 · Segurado", answer: { segurado: { nome: TEXT, apolices: listWith({ vigente: true }) } } },
  { name: "2 · Procedimentos", answer: { procedimentos: listWith({ valorReferencia: TEXT }) } },
  {
    name: "3 · Abrir acionamento",
    answer: { abrirAcionamento: { __typename: "AcionamentoSalvo", acionamento: { status: { descricao: "Aberto" } } } },
  },
  { name: "Acionamento completo", answer: { acionamento: { observacao: "Aberto pelo GraphiQL", podeReabrir: false } } },
  // The new claim cannot be reopened; a billed one can.
  { name: "1 · Pode reabrir?", answer: { reabertura: { __typename: "Recusa", mensagem: TEXT } } },
  { name: "2 · Reabrir acionamento", answer: { reabrirAcionamento: { __typename: "Recusa", mensagem: TEXT } } },
  {
    name: "Por status, em páginas",
    change: (variables) => ({ ...variables, filtro: { status: "FATURADO" } }),
    answer: { acionamentos: { nodes: listWith({ status: { descricao: "Faturado" } }) } },
  },
  { name: "1 · Pode reabrir?", answer: { reabertura: { __typename: "Acionamento", sinistro: TEXT } } },
  {
    name: "2 · Reabrir acionamento",
    answer: {
      reabrirAcionamento: { __typename: "AcionamentoSalvo", acionamento: { origem: { sinistro: TEXT } } },
    },
  },
  { name: "Atualizar usuário", answer: { atualizarUsuario: { __typename: "Usuario", nome: TEXT } } },
  {
    // It opens without passwords, and is refused with field errors until they are typed.
    name: "Trocar senha",
    answer: {
      trocarSenha: { __typename: "EntradaInvalida", campos: [{ campo: "senhaAtual" }, { campo: "senhaNova" }] },
    },
  },
];

/** Blocks and collects requests to other origins. */
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

/** Opens an example in the tab and may change its variables. */
async function openExample(page: Page, name: string, change?: Change): Promise<void> {
  await page.getByRole("region", { name: "Exemplos" }).getByRole("button", { name }).click();
  if (change) await typeVariables(page, change);
}

/** Runs the operation of the open tab and returns the response, once it is displayed. */
async function run(page: Page): Promise<Record<string, unknown>> {
  const [response] = await Promise.all([
    page.waitForResponse(
      (candidate) =>
        candidate.url().endsWith("/graphql") &&
        candidate.request().postDataJSON()?.["operationName"] !== "IntrospectionQuery",
    ),
    page.getByRole("button", { name: /^Executar a consulta/ }).click(),
  ]);
  await expect(page.getByRole("region", { name: "Resultado" })).toContainText('"data"');
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
  const results = page.getByRole("region", { name: "Resultado" });

  const since = Date.now();
  await test.step("the first tab is the login's e-mail step, which sends a code", async () => {
    await expect(page.getByRole("region", { name: "Editor da operação" })).toContainText("validarEmail");
    await expect(page.getByRole("region", { name: "Variáveis" })).toContainText("@");
    await run(page);
    await expect(results).toContainText("CodigoEnviado");
  });

  await test.step("the code from the outbox is accepted; the challenge was filled in", async () => {
    await expect.poll(() => newestCode(gateway.outbox, since)).toBeTruthy();
    const codigo = (await newestCode(gateway.outbox, since)) ?? "";
    await openExample(page, "Validar código", (variables) => ({ ...variables, codigo }));
    await run(page);
    await expect(results).toContainText("CodigoAceito");
  });

  await test.step("the password opens a session, whose token is taken over", async () => {
    await openExample(page, "3 · Entrar", (variables) => ({ ...variables, senha: SENHA }));
    await run(page);
    await expect(results).toContainText("Sessao");
    await expect(page.getByText("Vai em toda requisição")).toBeVisible();
  });

  await test.step("the dashboard answers with the token", async () => {
    await openExample(page, "Painel");
    const { painel } = await run(page);
    expect(painel).toMatchObject({ abertosNoMes: { quantidade: expect.any(Number) }, seguradoras: expect.any(Number) });
    await expect(results).toContainText("abertosHoje");
  });

  await test.step("the list answers a page of claims", async () => {
    // The demo data have more than a page of this status on every day.
    await openExample(page, "Por status", (variables) => ({ ...variables, filtro: { status: "AUTORIZADO" } }));
    const { acionamentos } = await run(page);
    expect(acionamentos).toMatchObject({
      totalCount: expect.any(Number),
      pageInfo: { hasNextPage: true },
      nodes: expect.arrayContaining([expect.objectContaining({ sinistro: expect.any(String) })]),
    });
    await expect(results).toContainText("totalCount");
    const path = testInfo.outputPath("graphiql.png");
    await page.screenshot({ path });
    await testInfo.attach("GraphiQL com uma consulta", { path, contentType: "image/png" });
  });

  await test.step("every other example answers what it is for", async () => {
    const names = await page.getByRole("region", { name: "Exemplos" }).locator(".examples-name").allTextContents();
    const queries = names.slice(LOGIN_STEPS).filter((name) => name !== LIVE);
    expect(new Set(WORKING_DAY.map(({ name }) => name))).toEqual(new Set(queries));
    for (const { name, change, answer } of WORKING_DAY) {
      await openExample(page, name, change);
      expect.soft(await run(page), name).toMatchObject(answer);
    }
  });

  await test.step("the token can be seen and cleared, and is gone for the next request", async () => {
    const field = page.getByLabel("Token", { exact: true });
    await expect(field).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Mostrar", exact: true }).click();
    await expect(field).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Limpar", exact: true }).click();
    await expect(field).toBeFocused();
    await openExample(page, "Menu da pessoa");
    await page.getByRole("button", { name: /^Executar a consulta/ }).click();
    await expect(results).toContainText("UNAUTHENTICATED");
  });

  expect(blocked).toEqual([]);
  expect(faults).toEqual([]);
});

test("GraphiQL takes the portal's session, follows a subscription, and keeps its operations", async ({
  page,
  context,
  gateway,
}) => {
  await page.goto("/login-pg");
  await signIn(page, gateway);
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  const explorer = await context.newPage();
  await explorer.goto("/graphiql");
  await expect(explorer.getByText("Vai em toda requisição")).toBeVisible();
  await openExample(explorer, LIVE);
  await explorer.getByRole("button", { name: /^Executar a consulta/ }).click();
  const results = explorer.getByRole("region", { name: "Resultado" });
  await expect(results).toContainText("abertosHoje");
  // It goes on until it is stopped.
  await explorer.getByRole("button", { name: /^Parar a consulta/ }).click();
  // GraphiQL stores what is typed a moment later.
  await expect.poll(() => explorer.evaluate(() => JSON.stringify(localStorage))).toContain("PainelAoVivo");
  await explorer.close();

  const next = await context.newPage();
  await next.goto("/graphiql");
  await expect(next.getByRole("region", { name: "Editor da operação" })).toContainText("subscription PainelAoVivo");
  await expect(next.getByText("Vai em toda requisição")).toBeVisible();

  await page.goto("/logout-pg");
  await expect(page.getByRole("textbox", { name: /e-mail/i })).toBeVisible();
  await expect(next.getByText("Sem sessão")).toBeVisible();
  await expect(next.getByLabel("Token", { exact: true })).toHaveValue("");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`our own parts are accessible in the ${colorScheme} scheme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });

    await page.goto("/graphiql/");
    await page.getByLabel("Token", { exact: true }).fill("Bearer abc");
    await expect(page.getByLabel("Token", { exact: true })).toHaveValue("abc");
    await expect(page.getByRole("region", { name: "Exemplos" })).toBeVisible();
    // As the rest of the page, not as the browser draws buttons.
    for (const name of ["Mostrar", "Limpar"]) {
      const button = page.getByRole("button", { name, exact: true });
      await expect(button).toHaveCSS("font-family", /^"Inter Variable"/);
      await expect(button).toHaveCSS("border-top-width", "0px");
    }
    // The rest is GraphiQL's own.
    expect((await new AxeBuilder({ page }).include(".bar").include(".examples").analyze()).violations).toEqual([]);
  });
}

test("GraphiQL fits a narrow screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 760 });
  await page.goto("/graphiql");
  await page.getByRole("button", { name: "Mostrar Exemplos" }).click();
  await page.getByRole("button", { name: /^Painel/ }).click();
  await expect(page.getByRole("region", { name: "Editor da operação" })).toContainText("query Painel");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  // Nothing lies over the code, and its lines are wrapped.
  const editor = page.getByRole("region", { name: "Editor da operação" }).locator(".monaco-editor").first();
  const box = await editor.boundingBox();
  for (const name of [/^Executar a consulta/, /^Formatar a consulta/, /^Copiar a consulta/]) {
    const button = await page.getByRole("button", { name }).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  }
  expect(box?.width).toBeGreaterThan(260);
  const hidden = await editor.evaluate((each) => {
    const scroller = each.querySelector(".overflow-guard");
    return [...each.querySelectorAll(".view-line > span")].filter(
      (line) => line.getBoundingClientRect().right > (scroller?.getBoundingClientRect().right ?? 0),
    ).length;
  });
  expect(hidden).toBe(0);
});

test("a formatted operation is shown from its beginning, and variables that are no JSON are refused in Portuguese", async ({
  page,
}) => {
  await page.goto("/graphiql");
  await openExample(page, "Por status, em páginas");
  const editor = page.getByRole("region", { name: "Editor da operação" });
  const firstLine = editor.getByText("# Para a página seguinte");
  await editor.getByRole("textbox").focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("   ");
  await expect(firstLine).not.toBeInViewport();
  await page.getByRole("button", { name: /^Formatar a consulta/ }).click();
  await expect(firstLine).toBeInViewport();

  const variables = page.getByRole("region", { name: "Variáveis" });
  await variables.locator(".graphiql-editor:not(.hidden)").getByRole("textbox").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText('{ "filtro" { } }');
  await page.getByRole("button", { name: /^Executar a consulta/ }).click();
  await expect(page.getByRole("region", { name: "Resultado" })).toContainText(
    // The editor writes spaces that do not break.
    /foi\s+enviada\.\s+Variáveis:\s+o\s+JSON\s+tem\s+um\s+erro:\s+faltam\s+dois-pontos\s+na\s+linha\s+1,\s+coluna\s+12/,
  );
});

test("an example waits for the editor that is to show it", async ({ page }) => {
  const arrival = new EventTarget();
  const arrived = new Promise((resolve) => arrival.addEventListener("arrival", resolve));
  await page.route(/\/assets\/monaco-editor-.*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto("/graphiql");
  const example = page.getByRole("button", { name: /^Painel/ });
  await expect(example).toBeDisabled();
  arrival.dispatchEvent(new Event("arrival"));
  await example.click();
  await expect(page.getByRole("region", { name: "Editor da operação" })).toContainText("query Painel");
});

test.describe("without a tool key", () => {
  test.use({ extraHTTPHeaders: {} });

  test("GraphiQL shows how to set one", async ({ page }) => {
    await page.goto("/graphiql");
    await expect(page.getByRole("region", { name: "Resultado" })).toContainText(
      "X-Tool-Key (no GraphiQL: aba Cabeçalhos)",
    );
  });
});
