import { expect, type Page } from "@playwright/test";
import { addressOf, SCREENS } from "../tools/screens.ts";
import { signIn, SINISTRO, test } from "./portal.ts";

/** What the network sends from now on, with an empty cache: paths by request, and bytes. */
async function countLoads(page: Page) {
  const paths = new Map<string, string>();
  const sent = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    paths.set(requestId, new URL(request.url).pathname);
  });
  session.on("Network.requestServedFromCache", ({ requestId }) => paths.delete(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => sent.set(requestId, encodedDataLength));
  return {
    paths: () => [...paths.values()],
    kib: () => [...sent.values()].reduce((sum, each) => sum + each, 0) / 1024,
  };
}

/** With user menu, toasts, font and live data. */
const MOST_REQUESTS = 27;

/** The font takes 48 of them; page, answers and later parts take the rest: 58 on the home page, when the budget was set. */
const MOST_BESIDE_CODE_KIB = 68;

test("a first load takes few requests and few bytes", async ({ signedIn: page, settled }) => {
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  await page.goto("/consulta-acionamento?status=FATURADO");
  const sinistro = await page.getByRole("link", { name: SINISTRO }).first().innerText();
  for (const screen of SCREENS) {
    const { path, codeKib, arrived } = screen;
    // At the next visit the font comes at once, from the cache.
    await page.evaluate(() => localStorage.removeItem("fonte"));
    const loaded = await countLoads(page);
    await page.goto(addressOf(screen, sinistro));
    await expect(arrived(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("fonte"))).toBeTruthy();
    await settled();
    expect.soft(loaded.paths().length, `${path}\n${loaded.paths().join("\n")}`).toBeLessThanOrEqual(MOST_REQUESTS);
    expect.soft(loaded.kib(), path).toBeLessThanOrEqual(codeKib + MOST_BESIDE_CODE_KIB);
  }
});

test("the frame is drawn without any other file, in the scheme that the user has chosen", async ({
  signedIn: page,
}) => {
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  await page.evaluate(() => localStorage.setItem("mantine-color-scheme-value", "dark"));
  const release = await holdAssets(page);
  await page.goto("/home-page", { waitUntil: "commit" });
  await expect(page.locator("#frame .top-bar")).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(14, 21, 19)");
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length)).toBe(1);
  release();
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  await expect(page.locator("#frame")).toHaveCount(0);
});

test("the code of a screen is asked for before that of the portal has arrived", async ({ page, gateway }) => {
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  const release = await holdAssets(page);
  await page.goto("/home-page", { waitUntil: "commit" });
  await expect.poll(() => asked.some((path) => path.startsWith("/assets/LoginPage-"))).toBe(true);
  release();
  await signIn(page, gateway);
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  asked.length = 0;
  const releaseAgain = await holdAssets(page);
  await page.goto("/home-page", { waitUntil: "commit" });
  await expect.poll(() => asked.some((path) => path.startsWith("/assets/HomePage-"))).toBe(true);
  expect(asked.some((path) => path.startsWith("/assets/LoginPage-"))).toBe(false);
  releaseAgain();
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
});

for (const width of [360, 1440]) {
  test(`the login stands where its frame was, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const release = await holdAssets(page);
    await page.goto("/login-pg", { waitUntil: "commit" });
    const card = page.locator(".entrance-card");
    const { y = 0, height = 0 } = (await card.boundingBox()) ?? {};
    release();
    await expect(page.getByRole("textbox", { name: /e-mail/i })).toBeVisible();
    const after = await card.boundingBox();
    expect(Math.abs((after?.y ?? 0) - y)).toBeLessThanOrEqual(6);
    expect(Math.abs((after?.height ?? 0) - height)).toBeLessThanOrEqual(6);
  });
}

/** Holds all code and styles back, until the returned function is called. */
async function holdAssets(page: Page): Promise<() => void> {
  const waiting: (() => void)[] = [];
  let isReleased = false;
  await page.route(/\/assets\//, async (route) => {
    if (!isReleased) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  return () => {
    isReleased = true;
    for (const go of waiting) go();
  };
}
