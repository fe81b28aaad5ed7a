import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { overflow, signIn, test } from "./portal.ts";

/** A billed claim that other tests have not reopened. */
async function reopenableClaim(page: Page): Promise<string> {
  await page.goto("/consulta-acionamento?status=FATURADO");
  const links = page.getByRole("link", { name: /^\d{8,}$/ });
  await expect(links.first()).toBeVisible();
  for (const sinistro of await links.allTextContents()) {
    await page.goto(`/visualiza-acionamento?sinistro=${sinistro}`);
    await expect(page.getByRole("heading", { name: /Histórico/ })).toBeVisible();
    if (await page.getByRole("main").getByRole("link", { name: "Reabrir" }).isVisible()) return sinistro;
  }
  throw new Error("Nenhum dos sinistros faturados à vista pode ser reaberto.");
}

/** Every screen with a session: address, and an element that shows that it has loaded. */
const screens = (sinistro: string) =>
  [
    { path: "/home-page", operation: "Home", arrived: (page: Page) => page.getByText(/Atualizado às/) },
    {
      path: "/consulta-acionamento?status=NEGADO",
      operation: "Consulta",
      arrived: (page: Page) => page.getByRole("link", { name: /^\d{8,}$/ }).first(),
    },
    { path: "/novo-acionamento", operation: "Novo", arrived: (page: Page) => page.getByLabel(/CPF ou CNPJ/) },
    {
      path: `/visualiza-acionamento?sinistro=${sinistro}`,
      operation: "Visualiza",
      arrived: (page: Page) => page.getByRole("heading", { name: /Histórico/ }),
    },
    {
      path: `/reabre-acionamento?sinistro=${sinistro}`,
      operation: "Reabertura",
      arrived: (page: Page) => page.getByLabel(/Motivo/),
    },
    { path: "/minhaconta-pg", operation: "MenuDoUsuario", arrived: (page: Page) => page.getByLabel("Nome") },
    {
      path: "/trocasenha-pg",
      operation: "MenuDoUsuario",
      arrived: (page: Page) => page.getByLabel("Nova senha", { exact: true }),
    },
  ] as const;

const OPEN_SCREENS = ["/login-pg", "/logout-pg", "/nada-aqui", "/cadastro.html"];

test("each screen is one small request, with its document by id", async ({ page, gateway, sent }) => {
  await page.goto("/login-pg");
  await signIn(page, gateway);
  const sinistro = await reopenableClaim(page);
  for (const { path, operation, arrived } of screens(sinistro)) {
    sent.length = 0;
    // A full page load, with an empty cache.
    await page.goto(path);
    await expect(arrived(page)).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Principal" }).getByRole("link").first()).toBeVisible();
    expect(sent, path).toEqual([{ operation, bytes: expect.any(Number), hasText: false }]);
    expect(sent[0]?.bytes, path).toBeLessThanOrEqual(500);
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`every screen is accessible and fits in the ${colorScheme} scheme`, async ({ page, gateway }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const check = async (path: string) => {
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await overflow(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
        const { violations } = await new AxeBuilder({ page })
          .options({ rules: { "label-content-name-mismatch": { enabled: true } } })
          .analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
        expect.soft(found, `${path} at ${width}`).toEqual([]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    };

    for (const path of OPEN_SCREENS) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await check(path);
    }
    await page.goto("/login-pg");
    await signIn(page, gateway);
    const sinistro = await reopenableClaim(page);
    for (const { path, arrived } of screens(sinistro)) {
      await page.goto(path);
      await expect(arrived(page)).toBeVisible();
      await check(path);
    }
  });
}
