import { expect, type Page, type Route } from "@playwright/test";
import { LOST_CONNECTION, signIn, SINISTRO, test } from "./portal.ts";

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

const screens = (sinistro: string) => [
  {
    path: "/home-page",
    failed: "Não foi possível carregar o painel.",
    arrived: (page: Page) => page.getByRole("heading", { name: "Abertos hoje", exact: true }),
  },
  {
    path: "/consulta-acionamento?status=NEGADO",
    failed: "Não foi possível carregar os acionamentos.",
    arrived: (page: Page) => page.getByRole("link", { name: SINISTRO }).first(),
  },
  {
    path: `/visualiza-acionamento?sinistro=${sinistro}`,
    failed: "Não foi possível carregar o acionamento.",
    arrived: (page: Page) => page.getByRole("heading", { name: /Histórico/ }),
  },
];

for (const [name, { answer, reason }] of Object.entries(FAILURES)) {
  test(`${name}: each screen shows an error and recovers`, async ({ page, gateway }) => {
    await page.goto("/login-pg");
    await signIn(page, gateway);
    await page.goto("/consulta-acionamento?status=NEGADO");
    const sinistro = await page.getByRole("link", { name: SINISTRO }).first().innerText();

    for (const { path, failed, arrived } of screens(sinistro)) {
      await test.step(path, async () => {
        await page.route("**/graphql", answer);
        await page.goto(path);
        const alert = page.getByRole("alert").filter({ has: page.getByRole("heading", { name: failed }) });
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
