/**
 * Takes the screenshots of docs/screens: every screen, wide in the light scheme and narrow in the dark
 * one. Run by `make screens`; not a test.
 */
import { signIn, test } from "./portal.ts";

const FOLDER = new URL("../../docs/screens/", import.meta.url).pathname;

const LOOKS = [
  { name: "wide", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { name: "narrow", viewport: { width: 360, height: 780 }, colorScheme: "dark" },
] as const;

for (const { name, viewport, colorScheme } of LOOKS) {
  test(`pictures, ${name}`, async ({ page, gateway, settled }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const shoot = async (screen: string) => {
      await settled();
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
