import { type Browser, expect, type Page } from "@playwright/test";
import { startGateway } from "../../gateway/tests/clients/gateway.mjs";
import { test } from "./gateway.ts";
import { enterNew, fact, savedClaim, signIn, SINISTRO, USERS } from "./portal.ts";

/** Only announced saves can arrive within a test. */
const NEVER = ["--live-interval", "300s"];

/** A page of another browser, with a session of its own. */
async function otherBrowser(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: "pt-BR", timezoneId: "America/Sao_Paulo" });
  return context.newPage();
}

/** When an expectation came true, in milliseconds since the start. */
async function timed(name: string, since: number, arrives: Promise<unknown>) {
  await arrives;
  test.info().annotations.push({ type: name, description: `${Date.now() - since} ms` });
}

const abertosHoje = (page: Page) => page.getByRole("group", { name: "Abertos hoje" }).locator(".painel-count");

test("what one saves, another sees in the list, the figures and the open view", async ({ browser }) => {
  const gateway = await startGateway(["--documents", "trusted-or-tool", ...NEVER]);
  try {
    const writer = await otherBrowser(browser, gateway.url);
    await writer.goto("/login-pg");
    await signIn(writer, gateway);

    const home = await otherBrowser(browser, gateway.url);
    await home.goto("/login-pg");
    await signIn(home, gateway, USERS.gestor);
    await expect(home.getByText("· ao vivo")).toBeVisible();
    const [list, view] = [await home.context().newPage(), await home.context().newPage()];
    await list.goto("/consulta-acionamento?status=ABERTO");
    await expect(list.getByRole("link", { name: SINISTRO }).first()).toBeVisible();

    await test.step("a new acionamento", async () => {
      const before = Number(await abertosHoje(home).innerText());
      await writer.goto("/novo-acionamento");
      await enterNew(writer, `L-${Date.now() % 10_000_000}`);
      const saved = writer.waitForResponse((response) => response.url().endsWith("/graphql"));
      await writer.getByRole("button", { name: "Salvar", exact: true }).click();
      await saved;
      const since = Date.now();
      const sinistro = savedClaim(writer);
      await Promise.all([
        timed("home", since, expect(abertosHoje(home)).toHaveText(String(before + 1))),
        timed("list", since, expect(list.getByRole("link", { name: await sinistro, exact: true })).toBeVisible()),
      ]);
    });

    await test.step("a reopened one", async () => {
      await list.goto("/consulta-acionamento?status=FATURADO");
      const old = await list.getByRole("link", { name: SINISTRO }).nth(4).innerText();
      await view.goto(`/visualiza-acionamento?sinistro=${old}`);
      await expect(fact(view, "Status")).toHaveText("Faturado");
      await writer.goto(`/reabre-acionamento?sinistro=${old}`);
      await writer.getByLabel("Motivo da reabertura").fill("A conta veio errada.");
      const saved = writer.waitForResponse((response) => response.url().endsWith("/graphql"));
      await writer.getByRole("button", { name: "Reabrir" }).click();
      await saved;
      const since = Date.now();
      const reopened = savedClaim(writer);
      await timed("view", since, expect(fact(view, "Reaberto pelo sinistro")).toHaveText(await reopened));
    });
  } finally {
    await gateway.stop();
  }
});
