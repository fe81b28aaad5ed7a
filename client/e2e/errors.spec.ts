import { expect, type Route } from "@playwright/test";
import { addressOf, SCREENS } from "../tools/screens.ts";
import { LOST_CONNECTION, SINISTRO, test } from "./portal.ts";

/**
 * Error states when the graph is unreachable. The embedded services do not fail, so these tests, and those of a lost
 * connection while saving, intercept requests between page and gateway; no other test does.
 */
test.use({ tolerated: LOST_CONNECTION });

const FAILURES = {
  "a proxy's page instead of the graph": {
    answer: (route: Route) =>
      route.fulfill({ status: 503, contentType: "text/html", body: "<h1>503 Service Unavailable</h1>" }),
    reason: "O servidor respondeu de um modo inesperado.",
  },
  "no connection": {
    answer: (route: Route) => route.abort("connectionrefused"),
    reason: "Não foi possível falar com o servidor.",
  },
} as const;

/** What a screen says whose query has failed, where it says so. */
const TITLES: Readonly<Record<string, string>> = {
  "/home-page": "Não foi possível carregar o painel.",
  "/consulta-acionamento": "Não foi possível carregar os acionamentos.",
  "/visualiza-acionamento": "Não foi possível carregar o acionamento.",
};

for (const [name, { answer, reason }] of Object.entries(FAILURES)) {
  test(`${name}: each screen shows an error and recovers`, async ({ signedIn: page }) => {
    await page.goto("/consulta-acionamento?status=NEGADO");
    const sinistro = await page.getByRole("link", { name: SINISTRO }).first().innerText();

    for (const screen of SCREENS.filter(({ path }) => path in TITLES)) {
      const { path, arrived } = screen;
      await test.step(path, async () => {
        await page.route("**/graphql", answer);
        await page.goto(addressOf(screen, sinistro));
        const alert = page.getByRole("alert").filter({ has: page.getByRole("heading", { name: TITLES[path] ?? "" }) });
        await expect(alert).toContainText(reason);
        await expect(arrived(page)).toBeHidden();

        // A failed retry shows the error again.
        await alert.getByRole("button", { name: "Tentar novamente" }).click();
        await expect(alert).toContainText(reason);

        await page.unroute("**/graphql");
        await alert.getByRole("button", { name: "Tentar novamente" }).click();
        await expect(arrived(page)).toBeVisible();
        await expect(alert).toBeHidden();
        // The menu is loaded with the screen's query.
        const menu = page.getByRole("navigation", { name: "Principal" });
        await expect(menu.getByRole("link", { name: "Consultar acionamentos" })).toBeVisible();
        await expect(page.getByRole("button", { name: "Tentar novamente" })).toBeHidden();
      });
    }
  });
}
