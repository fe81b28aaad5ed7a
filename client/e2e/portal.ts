import { expect, type Locator, type Page } from "@playwright/test";
import { type Gateway, test as base } from "./gateway.ts";
import { newestCode } from "./outbox.ts";

/** Password of the demo data's users. */
export const SENHA = "Demo@2026";

/** Users of the demo data, each for what it can show. */
export const USERS = {
  atendente: "ana.souza@patasegura.example",
  gestor: "carlos.mendonca@patasegura.example",
  bloqueado: "diego.farias@patasegura.example",
  deveTrocarSenha: "luciana.prates@patasegura.example",
} as const;

/** What the page sent to the graph. */
export interface Sent {
  readonly operation: string;
  readonly bytes: number;
  /** Whether the document went along as text. */
  readonly hasText: boolean;
}

interface Portal {
  /** What the page has sent to the graph so far. */
  readonly sent: Sent[];
  /** What the browser may complain about where a test takes the connection away. */
  readonly tolerated: RegExp;
}

/** The browser's own word for an answer that did not come, or with a status of failure. */
export const LOST_CONNECTION = /^Failed to load resource/;

/** A page of the portal at which every fault fails the test: exceptions, the policy's refusals, other origins. */
export const test = base.extend<Portal>({
  tolerated: [/(?!)/, { option: true }],
  sent: [
    async ({ page, gateway, tolerated }, provide) => {
      const sent: Sent[] = [];
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !tolerated.test(message.text())) faults.push(message.text());
      });
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith("http") && url.origin !== gateway.url) faults.push(`another origin: ${url.origin}`);
        if (url.pathname !== "/graphql") return;
        const body = request.postData() ?? "{}";
        const { operationName, query }: { operationName?: string; query?: string } = JSON.parse(body);
        sent.push({ operation: operationName ?? "", bytes: body.length, hasText: query !== undefined });
      });
      await provide(sent);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** Goes through the three steps of the login, from wherever the page stands at its first. */
export async function signIn(page: Page, gateway: Gateway, email: string = USERS.atendente, senha = SENHA) {
  const since = Date.now();
  await page.getByRole("textbox", { name: /e-mail/i }).fill(email);
  await page.getByRole("button", { name: "Próximo" }).click();
  const code = page.getByRole("textbox", { name: "Código" });
  await expect(code).toBeVisible();
  await code.fill(await codeFor(gateway, since));
  await page.getByRole("button", { name: "Enviar" }).click();
  await page.getByLabel("Senha", { exact: true }).fill(senha);
  await page.getByRole("button", { name: "Entrar" }).click();
  await expect(page.getByRole("heading", { name: "Validação de Senha" })).toBeHidden();
}

/** The code of the message that was sent since an instant. */
export async function codeFor(gateway: Gateway, since: number): Promise<string> {
  await expect.poll(() => newestCode(gateway.outbox, since)).toBeTruthy();
  return (await newestCode(gateway.outbox, since)) ?? "";
}

/** How far the page reaches beyond its window, in pixels. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Marina Duarte of the demo data, who has two pets on a policy that covers today. */
export const MARINA = { nome: "Marina Duarte", cpf: "529.982.247-25", pet: "Paçoca" } as const;

/** A claim number, as the list links it. */
export const SINISTRO = /^\d{8,}$/;

/** Enters a new acionamento of Marina's, everything but the save. Its total is R$ 82,50. */
export async function enterNew(page: Page, autorizacao: string) {
  await page.getByLabel("CPF ou CNPJ").fill(MARINA.cpf);
  await page.getByRole("radio", { name: MARINA.pet }).check();
  await addProcedure(page, "hemogr", "Hemograma completo");
  await page.getByLabel("Valor unitário de Hemograma completo").fill("82,5");
  await page.getByRole("button", { name: "Ontem" }).click();
  await page.getByLabel(/^Número da autorização/).fill(autorizacao);
}

/** Finds a procedure by a part of its name, and takes it from the list. */
export async function addProcedure(page: Page, typed: string, descricao: string) {
  await page.getByLabel("Adicionar procedimento").pressSequentially(typed);
  await page.getByRole("option", { name: descricao }).click();
  await expect(page.getByLabel(`Quantidade de ${descricao}`)).toHaveValue("1");
}

/** The claim number of the view that has opened after a save. */
export async function savedClaim(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/visualiza-acionamento\?sinistro=\d+$/);
  await expect(page.getByRole("heading", { level: 1, name: /^Sinistro \d+$/ })).toBeVisible();
  return new URL(page.url()).searchParams.get("sinistro") ?? "";
}

/** How many acionamentos the list says that it has. */
export async function listed(page: Page): Promise<number> {
  const summary = page.getByRole("status").filter({ hasText: /^[\d.]+ acionamentos? · / });
  await expect(summary).toBeVisible();
  return Number(/^[\d.]+/.exec(await summary.innerText())?.[0].replaceAll(".", ""));
}

/** What the view says under a name. */
export function fact(page: Page, name: string): Locator {
  return page.locator("dl > div", { has: page.getByRole("term").getByText(name, { exact: true }) }).locator("dd");
}
