import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { addressOf, SCREENS } from "../tools/screens.ts";
import { overflow, signIn, SINISTRO, test } from "./portal.ts";

/** A billed claim that other tests have not reopened. */
async function reopenableClaim(page: Page): Promise<string> {
  await page.goto("/consulta-acionamento?status=FATURADO");
  const links = page.getByRole("link", { name: SINISTRO });
  await expect(links.first()).toBeVisible();
  for (const sinistro of await links.allTextContents()) {
    await page.goto(`/visualiza-acionamento?sinistro=${sinistro}`);
    await expect(page.getByRole("heading", { name: /Histórico/ })).toBeVisible();
    if (await page.getByRole("main").getByRole("link", { name: "Reabrir" }).isVisible()) return sinistro;
  }
  throw new Error("Nenhum dos sinistros faturados à vista pode ser reaberto.");
}

const SIGNED_IN = SCREENS.filter(({ operation }) => operation !== undefined);
const OPEN_SCREENS = ["/login-pg", "/logout-pg", "/nada-aqui", "/cadastro.html"];

test("each screen is one small request, with its document by id", async ({ signedIn: page, sent }) => {
  const sinistro = await reopenableClaim(page);
  for (const screen of SIGNED_IN) {
    const { path, operation } = screen;
    sent.length = 0;
    // A full page load, with an empty cache.
    await page.goto(addressOf(screen, sinistro));
    await expect(screen.arrived(page)).toBeVisible();
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
          .options({ rules: { "label-content-name-mismatch": { enabled: true }, "target-size": { enabled: true } } })
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
    for (const screen of SIGNED_IN) {
      await page.goto(addressOf(screen, sinistro));
      await expect(screen.arrived(page)).toBeVisible();
      await check(screen.path);
    }
  });
}
