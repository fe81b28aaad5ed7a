import { expect, type Locator, type Page } from "@playwright/test";
import { listed, signIn, test, USERS } from "./portal.ts";

/** A number that opens a list. */
interface Count {
  readonly name: string;
  readonly href: string;
  readonly count: number;
}

/** Pages that look at lists at the same time: as many as the cores of the smallest machine that runs this. */
const PAGES = 2;

/** The last whole year in São Paulo: the present one has few numbers at its beginning. */
const LAST_YEAR =
  Number(new Intl.DateTimeFormat("en", { timeZone: "America/Sao_Paulo", year: "numeric" }).format()) - 1;

/** The links to lists in a part of a screen, with their numbers. */
async function countsIn(part: Locator): Promise<readonly Count[]> {
  const links = await part.locator('a[href^="/consulta-acionamento"]').all();
  return Promise.all(
    links.map(async (link) => {
      const name = (await link.getAttribute("aria-label")) ?? (await link.innerText()).replaceAll(/\s+/g, " ");
      const count = Number(/([\d.]+)(?= acionamento| *$)/.exec(name)?.[1]?.replaceAll(".", ""));
      return { name, href: (await link.getAttribute("href")) ?? "", count };
    }),
  );
}

/** Opens another list as Back and Forward do, which does not load the page anew. Each filter has its own title. */
async function openList(tab: Page, href: string): Promise<void> {
  const before = await tab.evaluate((to) => {
    const title = document.querySelector("#consulta-list")?.textContent;
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
    return title;
  }, href);
  await tab.waitForFunction((last) => {
    const title = document.querySelector("#consulta-list");
    return title?.textContent !== last && title?.nextElementSibling?.textContent?.includes("acionamento");
  }, before);
}

/** The number of rows of each list, and what differs from its number. */
async function differences(page: Page, counts: readonly Count[]): Promise<readonly string[]> {
  const different: string[] = [];
  const left = [...counts];
  const walk = async () => {
    const tab = await page.context().newPage();
    await tab.goto("/consulta-acionamento?status=ABERTO");
    await listed(tab);
    for (let next = left.shift(); next; next = left.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- one list after the other
      await openList(tab, next.href);
      // oxlint-disable-next-line no-await-in-loop
      const rows = await listed(tab);
      if (rows !== next.count) different.push(`${next.name} opens ${rows} rows: ${next.href}`);
    }
    await tab.close();
  };
  await Promise.all(Array.from({ length: PAGES }, walk));
  return different;
}

test("every number of the home page and of the list's chips opens as many rows", async ({ page, gateway }) => {
  await page.goto("/login-pg");
  await signIn(page, gateway, USERS.gestor);
  await page.goto(`/home-page?ver=tabela&ano=${LAST_YEAR}`);
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(2);
  const figures = await countsIn(page.getByRole("main"));
  // Three cards, and the cells and totals of two tables of at least four statuses.
  expect(figures.length).toBeGreaterThan(60);

  await page.goto("/consulta-acionamento");
  await expect(page.getByRole("link", { name: /^Faturado [\d.]+$/ })).toBeVisible();
  const chips = await countsIn(page.getByRole("navigation", { name: /^Status/ }));
  expect(chips.length).toBeGreaterThan(4);

  // An empty list has no number, such as that of the billed ones on the first of a month.
  const all = [...figures, ...chips.filter(({ count }) => count > 0)].filter(({ count }) => count !== 0);
  // The number of a month with one status and the month's total are the same list.
  const different = [...new Map(all.map((each) => [`${each.href} ${each.count}`, each])).values()];
  expect(await differences(page, different)).toEqual([]);
});

test("every number of the fila opens as many rows, and its first rows are the list's", async ({ signedIn: page }) => {
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  const lists = page.locator(".fila-card");
  await expect(lists).toHaveCount(3);
  const counts = await countsIn(page.locator(".fila"));
  // A list without acionamentos has no number.
  const empty = await lists.filter({ has: page.locator(".fila-empty") }).count();
  expect(counts.length + empty).toBe(3);
  expect(counts.length).toBeGreaterThan(0);
  const heads = await Promise.all(
    counts.map(({ href }) =>
      lists
        .filter({ has: page.locator(`a[href="${href}"]`) })
        .locator("small.figures")
        .allInnerTexts(),
    ),
  );
  expect(await differences(page, counts)).toEqual([]);
  for (const [index, { href, name }] of counts.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one list after the other
    await page.goto(href);
    // oxlint-disable-next-line no-await-in-loop
    await listed(page);
    const head = heads[index] ?? [];
    expect(head.length, name).toBeGreaterThan(0);
    const rows = page.locator(".consulta-row .consulta-sinistro a");
    // oxlint-disable-next-line no-await-in-loop
    expect((await rows.allInnerTexts()).slice(0, head.length), name).toEqual(head);
  }
});
