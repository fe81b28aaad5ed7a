import { expect } from "@playwright/test";
import { enterNew, savedClaim, signIn, test } from "./portal.ts";

test("nothing typed during a save is lost: the page takes no input until the answer", async ({ signedIn: page }) => {
  const answer = new EventTarget();
  const answered = new Promise((resolve) => answer.addEventListener("answer", resolve));
  let isHeld = false;
  // Before the screen is loaded: a request that is sent just after a route is set may pass it by.
  await page.route("**/graphql", async (route) => {
    if (isHeld) await answered;
    await route.continue();
  });
  await page.goto("/novo-acionamento");
  await enterNew(page, `E-${Date.now() % 10_000_000}`);
  const note = page.getByLabel(/Observação/);
  await note.fill("Chegou mancando.");

  isHeld = true;
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status").getByText("Aguarde…")).toBeVisible();
  await expect(page.getByRole("button", { name: "Salvando…", includeHidden: true })).toBeInViewport();
  await page.keyboard.type(" E mais isto.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("x");
  await expect(note).toHaveValue("Chegou mancando.");
  // The screen stays readable behind the overlay.
  expect(await page.locator(".busy p").evaluate((overlay) => getComputedStyle(overlay).backgroundColor)).toBe(
    "rgba(0, 0, 0, 0)",
  );
  answer.dispatchEvent(new Event("answer"));
  const sinistro = await savedClaim(page);
  await expect(page.getByRole("heading", { level: 1, name: `Sinistro ${sinistro}` })).toBeFocused();
});

test("the next login shows the number of a save whose response came after the session ended", async ({
  page,
  gateway,
  context,
}) => {
  await page.goto("/login-pg");
  await signIn(page, gateway);
  // Before the screen is loaded, as above.
  const answer = new EventTarget();
  const answered = new Promise((resolve) => answer.addEventListener("answer", resolve));
  let saved = "";
  await page.route("**/graphql", async (route) => {
    if (!route.request().postData()?.includes('"AbrirAcionamento"')) return route.continue();
    const response = await route.fetch();
    saved = await response.text();
    await answered;
    return route.fulfill({ response });
  });
  await page.goto("/novo-acionamento");
  await enterNew(page, `F-${Date.now() % 10_000_000}`);
  const tab = await context.newPage();
  await tab.goto("/home-page");
  await expect(tab.getByRole("heading", { level: 1, name: "Início" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => saved).toContain('"AcionamentoSalvo"');
  const sinistro = /"sinistro":"(\d+)"/.exec(saved)?.[1] ?? "";
  await tab.goto("/logout-pg");
  const alert = page.getByRole("alertdialog", { name: "Atenção!" });
  await expect(alert).toContainText("Sua sessão terminou.");
  answer.dispatchEvent(new Event("answer"));
  await alert.getByRole("button", { name: "Fechar" }).click();
  await signIn(page, gateway);
  await expect(alert).toContainText("foi salvo depois que a sua sessão terminou");
  await expect(alert).toContainText(`Acionamento aberto: sinistro ${sinistro}.`);
  await alert.getByRole("button", { name: "Fechar" }).click();
  await expect(page).toHaveURL(/\/novo-acionamento$/);
  await expect(page.getByLabel("CPF ou CNPJ")).toHaveValue("");
  // Nor is its draft offered.
  await expect(page.getByRole("button", { name: /^Marina Duarte/ })).toHaveCount(0);
});
