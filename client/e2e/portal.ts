import { expect, type Page } from "@playwright/test";
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
}

/** A page of the portal at which every fault fails the test: exceptions, the policy's refusals, other origins. */
export const test = base.extend<Portal>({
  sent: [
    async ({ page, gateway }, provide) => {
      const sent: Sent[] = [];
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
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
