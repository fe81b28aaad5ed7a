/**
 * Takes the screenshots of docs/screens: every screen, wide in the light scheme and narrow in the dark
 * one. Run by `make screens`; not a test.
 */
import { expect, type Page } from "@playwright/test";
import { signIn, test } from "./portal.ts";

const FOLDER = new URL("../../docs/screens/", import.meta.url).pathname;

const LOOKS = [
  { name: "wide", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { name: "narrow", viewport: { width: 360, height: 780 }, colorScheme: "dark" },
] as const;

for (const { name, viewport, colorScheme } of LOOKS) {
  test(`pictures, ${name}`, async ({ page, gateway }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const shoot = async (screen: string) => {
      await settled(page);
      await page.screenshot({ path: `${FOLDER}${screen}-${name}.png` });
    };

    await page.goto("/login-pg");
    await shoot("login");
    await signIn(page, gateway);
    await page.goto("/home-page");
    await shoot("home");
    await page.goto("/consulta-acionamento?status=FATURADO");
    const sinistro =
      (await page
        .getByRole("link", { name: /^\d{8,}$/ })
        .first()
        .textContent()) ?? "";
    await shoot("consulta");
    await page.goto("/novo-acionamento");
    await page.getByLabel(/CPF ou CNPJ/).fill("529.982.247-25");
    await page.getByText("Marina Duarte").first().waitFor();
    await shoot("novo");
    await page.goto(`/visualiza-acionamento?sinistro=${sinistro}`);
    await shoot("visualiza");
    await page.goto(`/reabre-acionamento?sinistro=${sinistro}`);
    await shoot("reabre");
    await page.goto("/minhaconta-pg");
    await shoot("minhaconta");
    await page.goto("/trocasenha-pg");
    await shoot("trocasenha");
    await page.goto("/nada-aqui");
    await shoot("nao-encontrada");
  });
}

/** Waits until nothing is loading. */
async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect(page.locator(".mantine-Skeleton-root, [aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}
