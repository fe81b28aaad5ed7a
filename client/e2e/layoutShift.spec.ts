import { expect, type Page } from "@playwright/test";
import { addressOf, SCREENS } from "../tools/screens.ts";
import { isSubscription, SINISTRO, test } from "./portal.ts";

/** Slower than what people notice, and than the skeletons take to appear. */
const DELAY_MS = 900;

/** The most that may move while a screen loads: the budget of lighthouse.ts, a fifth of what counts as good. */
const MOST = 0.02;

/** Lists of other filters, which have other titles and chips. */
const LISTS = [
  "?status=ABERTO",
  "?status=FATURADO&por=abertura&de=2026-01-01&ate=2026-12-31",
  "?status=ABERTO&status=EM_ANALISE&status=AUTORIZADO",
  "?seguradora=4&status=ABERTO",
].map((search) => `/consulta-acionamento${search}`);

/** Delays every query, from now on until the page is closed. */
async function delayAnswers(page: Page, delay: () => number): Promise<void> {
  await page.route("**/graphql", async (route) => {
    if (!isSubscription(route.request())) await new Promise((resolve) => setTimeout(resolve, delay()));
    await route.continue();
  });
}

/** Records what moves, and each title of the list, from the first paint on. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = [];
    const titles = new Set<string>();
    Object.assign(window, { shifts, titles });
    new MutationObserver(() => {
      const title = document.querySelector("#consulta-list:not(:has(.skeleton))");
      if (title) titles.add(title.textContent ?? "");
    }).observe(document, { childList: true, subtree: true, characterData: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (hadRecentInput) continue;
        const what = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.tagName}.${element?.className} y ${from.y}→${to.y} h ${from.height}→${to.height}`;
        });
        shifts.push({ value, what: what.join("; ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

interface Shift {
  readonly value: number;
  readonly what: string;
}

/** Expects that hardly anything has moved. */
async function expectStill(page: Page, where: string): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { readonly shifts: readonly Shift[] }).shifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect
    .soft(sum, [where, ...shifts.map(({ value, what }) => `${value.toFixed(3)} ${what}`)].join("\n"))
    .toBeLessThan(MOST);
}

/** The skeletons in the window. */
function loadingInSight(): number {
  return [...document.querySelectorAll(".skeleton")].filter((each) => {
    const { top, bottom, height } = each.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  }).length;
}

for (const width of [360, 1440]) {
  test(`with slow answers nothing moves when they come, ${width} px wide`, async ({ signedIn: page, settled }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/consulta-acionamento?status=FATURADO");
    const sinistro = await page.getByRole("link", { name: SINISTRO }).first().innerText();
    await settled();
    await recordShifts(page);
    await delayAnswers(page, () => DELAY_MS);
    const screens = SCREENS.filter(({ operation }) => operation !== undefined);
    for (const path of [...screens.map((screen) => addressOf(screen, sinistro)), ...LISTS]) {
      await page.goto(path);
      await settled();
      await expect.poll(() => page.evaluate(loadingInSight)).toBe(0);
      await expectStill(page, path);
    }
  });
}

test("the title of the list is known at once, on a slow device too", async ({ signedIn: page, settled }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  await recordShifts(page);
  let delay = 0;
  await delayAnswers(page, () => delay);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  // While the screen is rendered, and after it.
  for (delay of [0, 50, 100, 200, 400]) {
    await page.goto("/consulta-acionamento?status=ABERTO");
    await settled();
    await expect(page.getByRole("heading", { name: "Aberto · Todas as seguradoras" })).toBeVisible();
    const titles = await page.evaluate(() => [
      ...(window as unknown as { readonly titles: ReadonlySet<string> }).titles,
    ]);
    expect.soft(titles, `${delay} ms`).toEqual(["Aberto · Todas as seguradoras"]);
    await expectStill(page, `${delay} ms`);
  }
});
