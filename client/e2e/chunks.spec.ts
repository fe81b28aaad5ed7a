import { expect, type Page } from "@playwright/test";
import { LOST_CONNECTION, SINISTRO, test } from "./portal.ts";

/** Code of the portal that cannot be loaded: the connection is lost, or a deploy has replaced it. */
test.use({ tolerated: new RegExp(`${LOST_CONNECTION.source}|dynamically imported module`) });

const arrived = (page: Page) => page.getByText(/Atualizado às/);

test("a part that cannot be loaded costs the part alone, and is loaded when it is wanted", async ({
  signedIn: page,
}) => {
  await page.route(/assets\/UserMenu-/, (route) => route.abort("connectionreset"));
  await page.goto("/home-page");
  await expect(arrived(page)).toBeVisible();

  const own = page.getByRole("button", { name: /^Menu de/ });
  await own.click();
  const alert = page.getByRole("alertdialog", { name: "Atenção!" });
  await expect(alert).toContainText("O menu não pôde ser aberto.");
  await alert.getByRole("button", { name: "Fechar" }).click();

  await page.unroute(/assets\/UserMenu-/);
  await own.click();
  await expect(page.getByRole("menuitem", { name: "Minha conta" })).toBeVisible();
});

test("a screen that cannot be loaded says so, and opens once its code can be loaded", async ({ signedIn: page }) => {
  await expect(arrived(page)).toBeVisible();
  await page.route(/assets\/ConsultaPage-/, (route) => route.abort("connectionreset"));
  await page.getByRole("link", { name: "Consultar acionamentos" }).click();
  await expect(page.getByRole("heading", { name: "Esta tela não pôde ser aberta" })).toBeVisible();
  // The frame stays.
  await expect(page.getByRole("navigation", { name: "Principal" })).toBeVisible();
  await page.unroute(/assets\/ConsultaPage-/);
  await page.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(page.getByRole("link", { name: SINISTRO }).first()).toBeVisible();
});

test("after a deploy under an open page the next screen opens in the new version", async ({ signedIn: page }) => {
  await expect(arrived(page)).toBeVisible();
  // The chunk of the old version is gone, and the page names another script.
  await page.route(/assets\/ConsultaPage-/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.route(
    (url) => url.pathname === "/",
    async (route) => {
      await page.unroute(/assets\/ConsultaPage-/);
      await route.fulfill({ contentType: "text/html", body: '<script type="module" src="/assets/new.js"></script>' });
    },
  );
  const loaded = page.waitForEvent("load");
  await page.getByRole("link", { name: "Consultar acionamentos" }).click();
  await loaded;
  await expect(page).toHaveURL(/\/consulta-acionamento/);
  await expect(page.getByRole("link", { name: SINISTRO }).first()).toBeVisible();
});

test("after a deploy under an open login it is loaded anew while its user types", async ({ page }) => {
  await page.goto("/login-pg");
  const email = page.getByRole("textbox", { name: /e-mail/i });
  await expect(email).toBeVisible();
  await page.route(/assets\/login\.mutations-/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.route(
    (url) => url.pathname === "/",
    (route) =>
      route.fulfill({ contentType: "text/html", body: '<script type="module" src="/assets/new.js"></script>' }),
  );
  const loaded = page.waitForEvent("load");
  await email.press("a");
  await loaded;
  await expect(email).toHaveValue("");
});
