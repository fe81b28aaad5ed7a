import { type ConsoleMessage, expect, type Locator, type Page, type Request } from "@playwright/test";
import { type Gateway, newestCode } from "../../gateway/tests/clients/gateway.mjs";
import { test as base } from "./gateway.ts";

export { SINISTRO } from "../tools/screens.ts";

/** Password of the demo data's users. */
export const SENHA = "Demo@2026";

/** Users of the demo data. */
export const USERS = {
  atendente: "ana.souza@patasegura.example",
  gestor: "carlos.mendonca@patasegura.example",
  bloqueado: "diego.farias@patasegura.example",
  deveTrocarSenha: "luciana.prates@patasegura.example",
} as const;

/** A GraphQL request of the page. */
export interface Sent {
  readonly operation: string;
  readonly bytes: number;
  /** Whether the document was sent as text. */
  readonly hasText: boolean;
}

interface Portal {
  /** Queries and mutations so far. */
  readonly sent: Sent[];
  /** Console errors that a test expects. */
  readonly tolerated: RegExp;
  /** The home page of an attendant, whose session all tests share: those that end it sign in themselves. */
  readonly signedIn: Page;
  /** Waits until nothing is loading. The network is never idle: streams stay open. */
  readonly settled: () => Promise<void>;
}

/** The browser's console message for a failed request. */
export const LOST_CONNECTION = /^Failed to load resource/;

/** A page on which any exception, console error, CSP violation or request to another origin fails the test. */
export const test = base.extend<Portal, { readonly session: string }>({
  tolerated: [/(?!)/, { option: true }],
  session: [
    async ({ browser, gateway }, provide) => {
      const page = await browser.newPage({ baseURL: gateway.url });
      await page.goto("/login-pg");
      await signIn(page, gateway);
      const auth = await page.evaluate(() => sessionStorage.getItem("auth") ?? "");
      // Before the tests: its streams and queries would run beside them.
      await page.close();
      await provide(auth);
    },
    { scope: "worker" },
  ],
  signedIn: async ({ page, session }, provide) => {
    // A small file of the portal's origin, which has its storage.
    await page.goto("/favicon.svg");
    await page.evaluate((auth) => sessionStorage.setItem("auth", auth), session);
    await page.goto("/home-page");
    await provide(page);
  },
  settled: async ({ page }, provide) => {
    const pending = new Set<Request>();
    page.on("request", (request) => {
      if (!isSubscription(request)) pending.add(request);
    });
    page.on("requestfinished", (request) => pending.delete(request));
    page.on("requestfailed", (request) => pending.delete(request));
    await provide(async () => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => pending.size).toBe(0);
      await page.evaluate(() => document.fonts.ready);
    });
  },
  sent: [
    async ({ page, gateway, tolerated }, provide) => {
      const sent: Sent[] = [];
      const errors: string[] = [];
      /** Addresses without a screen: the browser reports the status of the not-found page. */
      const notFound = new Set<string>();
      const isOfNotFoundPage = (message: ConsoleMessage) =>
        LOST_CONNECTION.test(message.text()) && notFound.has(message.location().url);
      page.on("response", (response) => {
        if (response.status() === 404 && response.request().isNavigationRequest()) notFound.add(response.url());
      });
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        if (message.type() !== "error" || tolerated.test(message.text()) || isOfNotFoundPage(message)) return;
        errors.push(message.text());
      });
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith("http") && url.origin !== gateway.url) errors.push(`another origin: ${url.origin}`);
        if (url.pathname !== "/graphql" || isSubscription(request)) return;
        const body = request.postData() ?? "{}";
        const { operationName, query }: { operationName?: string; query?: string } = JSON.parse(body);
        sent.push({ operation: operationName ?? "", bytes: body.length, hasText: query !== undefined });
      });
      await provide(sent);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Whether a request opens a stream of live data. */
export function isSubscription(request: Request): boolean {
  return request.headers()["accept"]?.includes("subscriptionSpec") ?? false;
}

/** Completes the login, starting at its first step. */
export async function signIn(page: Page, gateway: Gateway, email: string = USERS.atendente, senha = SENHA) {
  const since = Date.now();
  await page.getByRole("textbox", { name: /e-mail/i }).fill(email);
  await page.getByRole("button", { name: "Próximo" }).click();
  const code = page.getByRole("textbox", { name: "Código" });
  await expect(code).toBeVisible();
  await code.fill(await codeFor(gateway, since));
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await page.getByLabel("Senha", { exact: true }).fill(senha);
  await page.getByRole("button", { name: "Entrar" }).click();
  await expect(page.getByRole("heading", { name: "Validação de Senha" })).toBeHidden();
}

/** The access code sent since an instant. */
export async function codeFor(gateway: Gateway, since: number): Promise<string> {
  await expect.poll(() => newestCode(gateway.outbox, since)).toBeTruthy();
  return (await newestCode(gateway.outbox, since)) ?? "";
}

/** Horizontal overflow in pixels. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** An insured of the demo data with two pets on a current policy. */
export const MARINA = { nome: "Marina Duarte", cpf: "529.982.247-25", pet: "Paçoca" } as const;

/** Fills in a new acionamento for Marina without saving. Its total is R$ 82,50. */
export async function enterNew(page: Page, autorizacao: string) {
  await page.getByLabel("CPF ou CNPJ").fill(MARINA.cpf);
  await page.getByRole("radio", { name: MARINA.pet }).check();
  await addProcedure(page, "hemogr", "Hemograma completo");
  await page.getByLabel("Valor unitário de Hemograma completo").fill("82,5");
  await page.getByRole("button", { name: "Ontem" }).click();
  await page.getByLabel(/^Número da autorização/).fill(autorizacao);
}

/** Adds a procedure by a part of its name. */
export async function addProcedure(page: Page, typed: string, descricao: string) {
  await page.getByLabel("Adicionar procedimento").pressSequentially(typed);
  await page.getByRole("option", { name: descricao }).click();
  await expect(page.getByLabel(`Quantidade de ${descricao}`)).toHaveValue("1");
}

/** The claim number of the view after a save. */
export async function savedClaim(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/visualiza-acionamento\?sinistro=\d+$/);
  await expect(page.getByRole("heading", { level: 1, name: /^Sinistro \d+$/ })).toBeVisible();
  return new URL(page.url()).searchParams.get("sinistro") ?? "";
}

/** The number of acionamentos that the list shows. */
export async function listed(page: Page): Promise<number> {
  const summary = page.getByRole("status").filter({ hasText: /^[\d.]+ acionamentos? · / });
  await expect(summary).toBeVisible();
  return Number(/^[\d.]+/.exec(await summary.innerText())?.[0].replaceAll(".", ""));
}

/** A labelled value of the view. */
export function fact(page: Page, name: string): Locator {
  return page.locator("dl > div", { has: page.getByRole("term").getByText(name, { exact: true }) }).locator("dd");
}
