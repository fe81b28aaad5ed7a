/**
 * Takes the screenshots of docs/screens: every screen, wide in the light scheme and narrow in the dark
 * one. Run by `make screens`; not a test.
 */
import { addressOf, SCREENS } from "../tools/screens.ts";
import { MARINA, signIn, SINISTRO, test } from "./portal.ts";

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
    await page.goto("/consulta-acionamento?status=FATURADO");
    const sinistro = await page.getByRole("link", { name: SINISTRO }).first().innerText();
    for (const screen of SCREENS.filter(({ operation }) => operation !== undefined)) {
      await page.goto(addressOf(screen, sinistro));
      if (screen.path === "/novo-acionamento") {
        await page.getByLabel(/CPF ou CNPJ/).fill(MARINA.cpf);
        await page.getByText(MARINA.nome).first().waitFor();
      }
      await shoot(/\w+/.exec(screen.path)?.[0] ?? "");
    }
    await page.goto("/nada-aqui");
    await shoot("nao-encontrada");
  });
}
