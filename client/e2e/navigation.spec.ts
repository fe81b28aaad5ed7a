import { expect } from "@playwright/test";
import { isSubscription, signIn, SINISTRO, test } from "./portal.ts";

test("navigating to another screen takes few requests", async ({ page, gateway, settled }) => {
  await page.goto("/login-pg");
  await signIn(page, gateway);
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  await settled();

  let requests: string[] = [];
  page.on("request", (request) => {
    if (!isSubscription(request)) requests.push(new URL(request.url()).pathname);
  });
  const menu = page.getByRole("navigation", { name: "Principal" });
  const steps = [
    {
      link: menu.getByRole("link", { name: "Consultar acionamentos" }),
      arrived: page.getByRole("link", { name: SINISTRO }).first(),
    },
    {
      link: page.getByRole("link", { name: SINISTRO }).first(),
      arrived: page.getByRole("heading", { name: /Histórico/ }),
    },
    { link: menu.getByRole("link", { name: "Novo acionamento" }), arrived: page.getByLabel("Adicionar procedimento") },
    { link: menu.getByRole("link", { name: "Reabrir acionamento" }), arrived: page.getByLabel("Número do sinistro") },
  ];
  for (const { link, arrived } of steps) {
    requests = [];
    await link.click();
    await expect(arrived).toBeVisible();
    await settled();
    expect.soft(requests.length, requests.join("\n")).toBeLessThanOrEqual(4);
    expect.soft(requests.filter((path) => path === "/graphql").length).toBeLessThanOrEqual(1);
  }
});

test("a typed address opens at its top, and going back in the page restores row and scroll", async ({
  signedIn: page,
  settled,
}) => {
  const scrollY = () => page.evaluate(() => window.scrollY);
  await page.goto("/consulta-acionamento?status=FATURADO");
  const row = page.locator("[data-row='14']").getByRole("link");
  await row.scrollIntoViewIfNeeded();
  const scrolled = (await scrollY()) + 300;
  await page.mouse.wheel(0, 300);
  await expect.poll(scrollY).toBe(scrolled);
  await row.evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole("heading", { level: 1, name: /^Sinistro/ })).toBeVisible();
  await page.goBack();
  await expect(row).toBeFocused();
  await expect.poll(scrollY).toBe(scrolled);

  await page.goto("/home-page");
  await settled();
  expect(await scrollY()).toBe(0);
});
