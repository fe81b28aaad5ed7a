import { expect, type Page } from "@playwright/test";
import { signIn, SINISTRO, test } from "./portal.ts";

/** Rows of a page of the list. */
const PAGE = 50;

/** The ring of the focused element, or of the field around it. */
function ring(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const field = focused?.closest(".mantine-Input-input") ?? focused;
    const { outlineStyle, outlineWidth } = getComputedStyle(field as Element);
    return `${outlineStyle} ${outlineWidth}`;
  });
}

const background = (element: Element) => getComputedStyle(element).backgroundColor;

test("every field has the focus ring of links, also in forced colours", async ({ page, gateway }) => {
  await page.goto("/login-pg");
  const email = page.getByRole("textbox", { name: /e-mail/i });
  await email.focus();
  expect(await ring(page)).toBe("solid 2px");
  await signIn(page, gateway);
  await page.goto("/trocasenha-pg");
  await page.getByLabel("Senha atual", { exact: true }).focus();
  expect(await ring(page)).toBe("solid 2px");
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/novo-acionamento");
  for (const name of [/CPF ou CNPJ/, "Adicionar procedimento", "Data da ocorrência", /Observação/]) {
    await page.getByLabel(name).focus();
    expect(await ring(page)).toBe("solid 2px");
  }
  await page.goto("/home-page");
  const status = page.getByRole("list", { name: "Status do ano" }).getByRole("listitem").first();
  await expect(status).toBeVisible();
  const mark = await status.evaluate((item) => {
    const { forcedColorAdjust, backgroundColor } = getComputedStyle(item, "::before");
    return { forcedColorAdjust, backgroundColor };
  });
  expect(mark.forcedColorAdjust).toBe("none");
  expect(mark.backgroundColor).not.toBe("rgba(0, 0, 0, 0)");
  // What is chosen differs from its neighbours.
  const view = (name: string) => page.getByRole("button", { name, exact: true }).evaluate(background);
  expect(await view("Gráfico")).not.toBe(await view("Tabela"));
  const entry = (name: string) => page.getByRole("link", { name, exact: true }).evaluate(background);
  expect(await entry("Início")).not.toBe(await entry("Novo acionamento"));
});

test("with reduced motion nothing moves", async ({ signedIn: page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["/home-page", "/consulta-acionamento", "/novo-acionamento"]) {
    await page.goto(path);
    await expect(page.getByRole("navigation", { name: "Principal" }).getByRole("link").first()).toBeVisible();
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .filter((element) => {
          const { animationName, transitionDuration } = getComputedStyle(element);
          return animationName !== "none" || transitionDuration.split(", ").some((each) => Number.parseFloat(each) > 0);
        })
        .map(({ className }) => String(className)),
    );
    expect(moving, path).toEqual([]);
  }
});

test("list and home are printed black on white from the dark scheme, whole and without what only works on a screen", async ({
  signedIn: page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/consulta-acionamento?status=FATURADO");
  await expect(page.getByRole("link", { name: SINISTRO }).first()).toBeVisible();
  // A landscape page of A4 inside of its margins.
  await page.setViewportSize({ width: 1016, height: 700 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));

  const colours = () =>
    page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor, getComputedStyle(document.querySelector(".card") as Element).backgroundColor];
    });
  expect(await colours()).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(255, 255, 255)"]);
  await expect(page.getByRole("region", { name: "Filtros" })).toBeHidden();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(page.getByRole("columnheader")).toHaveCount(8);
  for (const header of await page.getByRole("columnheader").all()) await expect(header).toBeVisible();
  // All loaded rows, one below the other.
  const tops = await page
    .locator(".consulta-body [role=row]")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThanOrEqual(50);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(new Set(tops).size).toBe(tops.length);

  await page.emulateMedia({ media: null, colorScheme: "dark" });
  await page.goto("/home-page");
  await expect(page.getByText(/Atualizado às/)).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await colours()).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(255, 255, 255)"]);
  await expect(page.getByRole("combobox", { name: "Ano" })).toBeHidden();
  const cut = await page
    .locator(".painel-scroll")
    .evaluateAll((tables) => tables.filter((table) => table.scrollWidth > table.clientWidth).length);
  expect(cut).toBe(0);
  // Paper has the four totals side by side, however narrow it is.
  await page.setViewportSize({ width: 900, height: 700 });
  const columns = page.locator(".painel-totals").evaluate((grid) => getComputedStyle(grid).gridTemplateColumns);
  expect((await columns).split(" ")).toHaveLength(4);
});

test("wrong check digits are said in red", async ({ signedIn: page }) => {
  await page.getByRole("combobox", { name: /^Pesquisar por CPF/ }).fill("529.982.247-24");
  const [said, red] = await page.locator(".search-found p").evaluate((line: HTMLElement) => {
    const { color } = getComputedStyle(line);
    line.style.color = "var(--danger)";
    return [color, getComputedStyle(line).color];
  });
  expect(said).toBe(red);
});

test("a claim number of another form is read whole in its row", async ({ signedIn: page }) => {
  await page.goto("/consulta-acionamento?status=FATURADO");
  const number = page.getByRole("link", { name: SINISTRO }).first();
  for (const width of [1440, 1200, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await number.evaluate((link) => {
      link.textContent = "SIN-2026-0088007";
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = link;
      const row = link.closest("[role=row]")?.getBoundingClientRect() ?? new DOMRect();
      const { top, bottom } = link.getBoundingClientRect();
      return [scrollWidth > clientWidth, scrollHeight > clientHeight, top < row.top, bottom > row.bottom];
    });
    expect(cut, `${width} px`).toEqual([false, false, false, false]);
  }
});

test("End, Home and Page Down keep the focus in view, and the rows after the last loaded one come", async ({
  signedIn: page,
  sent,
  settled,
}) => {
  await page.goto("/consulta-acionamento?status=FATURADO&seguradora=4");
  const focused = page.locator("a:focus");
  const hasIndex = async (index: number) => {
    await expect(page.getByRole("row").filter({ has: focused })).toHaveAttribute("aria-rowindex", String(index));
    await expect(focused).toBeInViewport({ ratio: 1 });
  };
  await page.getByRole("link", { name: SINISTRO }).first().focus();
  await settled();
  sent.length = 0;
  await page.keyboard.press("End");
  // The headers are the first row.
  await hasIndex(PAGE + 1);
  await settled();
  expect(sent.map(({ operation }) => operation)).toEqual(["ConsultaPagina"]);
  await page.keyboard.press("ArrowDown");
  await hasIndex(PAGE + 2);
  await page.keyboard.press("End");
  await hasIndex(2 * PAGE + 1);
  await page.keyboard.press("Home");
  await hasIndex(2);
  for (let pages = 0; pages < 3; pages += 1) {
    await page.keyboard.press("PageDown");
    await expect(focused).toBeInViewport({ ratio: 1 });
  }
});

test("every path that is no file shows the portal, the empty one without a warning", async ({ page, gateway }) => {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Login", exact: true })).toBeVisible();
  expect(warnings).toEqual([]);
  await signIn(page, gateway);
  await page.goto("/home-page/");
  await expect(page.getByRole("heading", { name: "Abertos hoje", exact: true })).toBeVisible();
  for (const path of ["/xyz/", "/a.b", "/%E7"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Página não encontrada" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Consultar acionamentos" })).toBeVisible();
  }
  const icon = await page.request.get("/favicon.ico");
  expect(icon.headers()["content-type"]).toBe("image/x-icon");
});

for (const width of [360, 1440]) {
  test(`a toast covers no button of a screen that is ${width} wide`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height: 760 });
    await page.goto(`/visualiza-acionamento?sinistro=${SINISTRO}`);
    await page.getByRole("button", { name: "Copiar número" }).click();
    const menu = page.getByRole("navigation", { name: "Principal", includeHidden: true });
    await menu
      .getByRole("link", { name: "Novo acionamento", includeHidden: true })
      .evaluate((link: HTMLElement) => link.click());
    await expect(page.getByRole("button", { name: "Salvar", exact: true })).toBeVisible();
    const toast = await page.locator(".mantine-Notification-root").boundingBox();
    const { y = 0, height = 0 } = toast ?? {};
    expect(height).toBeGreaterThan(0);
    const main = page.getByRole("main").getByRole("button");
    const covered = await main.evaluateAll(
      (buttons, [top, bottom]) =>
        buttons
          .map((button) => ({ name: button.textContent, box: button.getBoundingClientRect() }))
          .filter(({ box }) => box.height > 0 && box.top < bottom && box.bottom > top)
          .map(({ name }) => name),
      [y, y + height] as const,
    );
    expect(covered).toEqual([]);
  });
}
