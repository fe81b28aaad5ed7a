import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import {
  addProcedure,
  enterNew,
  fact,
  listed,
  LOST_CONNECTION,
  MARINA,
  savedClaim,
  signIn,
  SINISTRO,
  test,
} from "./portal.ts";

/** Unique per run, to find the test's acionamento. */
const autorizacao = (() => {
  let last = Math.floor(Date.now() / 10) % 1_000_000;
  return () => `Z-${String((last += 1)).padStart(7, "0")}`;
})();

/** Pastes a text into the focused field. */
async function paste(page: Page, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("ControlOrMeta+V");
}

/** Collects every URL that the page has requested or navigated to. */
async function addresses(page: Page): Promise<() => Promise<string[]>> {
  const seen: string[] = [];
  page.on("framenavigated", (frame) => seen.push(frame.url()));
  page.on("request", (request) => seen.push(request.url()));
  const devtools = await page.context().newCDPSession(page);
  return async () => {
    const { entries } = await devtools.send("Page.getNavigationHistory");
    return [...seen, ...entries.map(({ url }) => url)].map(decodeURIComponent);
  };
}

/** Yesterday's date in São Paulo, as typed. */
function yesterday(): string {
  const day = new Date(Date.now() - 24 * 60 * 60 * 1000);
  return new Intl.DateTimeFormat("pt-BR", { timeZone: "America/Sao_Paulo", dateStyle: "short" }).format(day);
}

/** The list row of an acionamento. */
function rowOf(page: Page, sinistro: string) {
  return page.getByRole("row").filter({ has: page.getByRole("link", { name: sinistro, exact: true }) });
}

test("a working day: open, find, reopen and export", async ({ page, gateway, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const visited = await addresses(page);
  const numero = autorizacao();
  await page.goto("/login-pg");
  await signIn(page, gateway);

  const sinistro = await test.step("from the CPF to the view of the new acionamento", async () => {
    await page.getByRole("link", { name: "Novo acionamento" }).click();
    await page.getByLabel("CPF ou CNPJ").click();
    await paste(page, ` CPF: ${MARINA.cpf} `);
    await expect(page.getByLabel("CPF ou CNPJ")).toHaveValue(MARINA.cpf);
    await expect(page.getByText(MARINA.nome).first()).toBeVisible();
    await page.getByRole("group", { name: "Apólice" }).getByRole("radio").first().check();
    await page.getByRole("radio", { name: MARINA.pet }).check();
    await addProcedure(page, "hemogr", "Hemograma completo");
    await addProcedure(page, "imagem radio", "Radiografia (duas projeções)");
    const value = page.getByLabel("Valor unitário de Hemograma completo");
    await value.click();
    await paste(page, "R$ 82,50");
    await page.getByLabel("Quantidade de Radiografia").fill("2");
    await page.getByLabel("Data da ocorrência").fill(yesterday().replace(/\D/g, ""));
    await page.getByLabel(/^Número da autorização/).click();
    await paste(page, numero);
    await page.getByLabel(/Observação/).fill("Caiu da escada; anda mancando.");
    await expect(value).toHaveValue("82,50");
    await page.getByRole("button", { name: "Salvar", exact: true }).click();

    const saved = await savedClaim(page);
    await expect(page.getByText(`Acionamento aberto: sinistro ${saved}.`)).toBeVisible();
    await expect(fact(page, "Status")).toHaveText("Aberto");
    await expect(fact(page, "Segurado")).toHaveText(MARINA.nome);
    await expect(fact(page, "CPF")).toContainText(MARINA.cpf);
    await expect(fact(page, "Pet")).toHaveText(MARINA.pet);
    await expect(fact(page, "Autorização")).toContainText(numero);
    await expect(fact(page, "Ocorrido em")).toHaveText(yesterday());
    await expect(fact(page, "Observação")).toHaveText("Caiu da escada; anda mancando.");
    await expect(fact(page, "Total")).toHaveText("R$ 462,50");
    await expect(page.getByRole("row", { name: /Hemograma completo 1 R\$ 82,50 R\$ 82,50/ })).toBeVisible();
    await expect(
      page.getByRole("row", { name: /Radiografia \(duas projeções\) 2 R\$ 190,00 R\$ 380,00/ }),
    ).toBeVisible();
    return saved;
  });
  const seguradora = await fact(page, "Seguradora").innerText();

  await test.step("found by each of the four questions", async () => {
    const row = rowOf(page, sinistro);
    await page.getByRole("link", { name: "Consultar acionamentos" }).click();
    await expect(row).toContainText("R$ 462,50");
    await page.getByRole("button", { name: "Filtros", exact: true }).click();
    await page.getByRole("combobox", { name: "Seguradora" }).selectOption(seguradora);
    await expect(page).toHaveURL(/\?seguradora=[^&]+&status=ABERTO$/);
    await expect(page.getByRole("heading", { name: `Aberto · ${seguradora}` })).toBeVisible();
    await expect(row).toContainText(numero);

    await page.getByLabel("Nº da autorização", { exact: true }).fill(numero);
    await page.getByRole("button", { name: "Consultar número da autorização" }).click();
    await expect(page.getByRole("heading", { name: `Autorização ${numero}` })).toBeVisible();
    await expect(row).toBeVisible();
    expect(await listed(page)).toBe(1);

    await page.getByLabel("Nº do sinistro", { exact: true }).click();
    await paste(page, `${sinistro.slice(0, 4)}.${sinistro.slice(4)} `);
    await page.getByRole("button", { name: "Consultar número do sinistro" }).click();
    await expect(page.getByRole("heading", { name: `Sinistro ${sinistro}` })).toBeVisible();
    await expect(row).toBeVisible();
    expect(await listed(page)).toBe(1);
  });

  await test.step("found by the search box", async () => {
    const box = page.getByRole("combobox", { name: /Pesquisar por CPF/ });
    await box.click();
    await paste(page, `Sinistro nº ${sinistro}`);
    await page.getByRole("option", { name: /Ver o acionamento/ }).click();
    expect(await savedClaim(page)).toBe(sinistro);

    await box.click();
    await paste(page, numero.toLowerCase().replace("-", " "));
    await page
      .getByRole("option", { name: `Autorização ${numero} `, exact: false })
      .first()
      .click();
    await expect(rowOf(page, sinistro)).toBeVisible();

    await box.click();
    await paste(page, MARINA.cpf);
    await page.getByRole("option", { name: /Novo acionamento para este segurado/ }).click();
    await expect(page).toHaveURL(/\/novo-acionamento$/);
    await expect(page.getByLabel("CPF ou CNPJ")).toHaveValue(MARINA.cpf);
    await expect(page.getByText(MARINA.nome).first()).toBeVisible();
  });

  await test.step("a billed one is reopened, once", async () => {
    await page.getByRole("link", { name: "Consultar acionamentos" }).click();
    await page.getByRole("link", { name: /^Faturado/ }).click();
    await expect(page.getByRole("heading", { name: /^Faturado · / })).toBeVisible();
    // In January this year's list may be empty.
    await page.getByLabel("Período").selectOption("Qualquer data");
    await expect(page).toHaveURL(/\?status=FATURADO$/);
    await page.getByRole("link", { name: SINISTRO }).first().click();
    const old = await savedClaim(page);
    await page.getByRole("link", { name: "Reabrir", exact: true }).click();
    await page.getByLabel("Motivo da reabertura").fill("A tutora enviou mais uma nota.");
    await page
      .getByLabel(/^Quantidade de/)
      .first()
      .fill("7");
    const valor = await page
      .getByLabel(/^Valor unitário de/)
      .first()
      .inputValue();
    await page.getByRole("button", { name: "Reabrir" }).click();

    await expect(page.getByText(new RegExp(`^Sinistro ${old} reaberto: o novo sinistro é \\d+\\.$`))).toBeVisible();
    const reopening = await savedClaim(page);
    expect(reopening).not.toBe(old);
    await expect(page.getByRole("table").getByRole("row").nth(1)).toContainText(`7R$ ${valor}`);
    await fact(page, "Reabre o sinistro").getByRole("link", { name: old }).click();

    await expect(page.getByRole("heading", { level: 1, name: `Sinistro ${old}` })).toBeVisible();
    await expect(fact(page, "Reaberto pelo sinistro")).toHaveText(reopening);
    await expect(page.getByRole("button", { name: "Imprimir" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Reabrir", exact: true })).toBeHidden();
    await page.goto(`/reabre-acionamento?sinistro=${old}`);
    await page.getByRole("alertdialog").getByRole("button", { name: "Fechar" }).click();
    await expect(page.getByRole("heading", { name: `O sinistro ${old} não pode ser reaberto.` })).toBeVisible();
  });

  await test.step("the list as a file", async () => {
    await page.goto("/consulta-acionamento?status=ABERTO");
    const rows = await exported(page);
    expect(rows[0]).toBe(
      "Sinistro;Autorização;Aberto em;Ocorrido em;Faturado em;Segurado;CPF/CNPJ;Apólice;Pet;Seguradora;Status;Procedimentos;Total (R$)",
    );
    const written = rows.filter((row) => row.includes(sinistro));
    expect(written).toHaveLength(1);
    const [first, second, abertoEm, ocorridoEm, faturadoEm, ...rest] = written[0]?.split(";") ?? [];
    expect([first, second]).toEqual([code(sinistro), code(numero)]);
    expect(abertoEm).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    expect([ocorridoEm, faturadoEm]).toEqual([yesterday(), ""]);
    const [nome, cpf, apolice, ...ofClaim] = rest;
    expect([nome, cpf]).toEqual([MARINA.nome, code(MARINA.cpf)]);
    expect(apolice).toMatch(/^"=""PET-/);
    const procedures = "1 × Hemograma completo a 82,50 | 2 × Radiografia (duas projeções) a 190,00";
    expect(ofClaim).toEqual([MARINA.pet, seguradora, "Aberto", procedures, "462,50"]);

    // More than one page of the export.
    await page.goto("/consulta-acionamento?status=FATURADO&ordem=VALOR_DESC");
    expect((await exported(page)).length).toBeGreaterThan(1000);
  });

  const all = await visited();
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((address) => /529\D?982\D?247\D?25/.test(address))).toEqual([]);
});

/** An identifier in the exported list. */
function code(text: string): string {
  return `"=""${text}"""`;
}

/** Exports the list and returns its lines, after checking their number. */
async function exported(page: Page): Promise<string[]> {
  const count = await listed(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Exportar CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^acionamentos-[a-z-]+-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  expect(text.endsWith("\r\n")).toBe(true);
  const lines = text.slice(1, -2).split("\r\n");
  expect(lines).toHaveLength(count + 1);
  return lines;
}

test("a double save creates one acionamento", async ({ signedIn: page, sent }) => {
  const numero = autorizacao();
  await page.goto("/novo-acionamento");
  await enterNew(page, numero);
  await page.getByRole("button", { name: "Salvar", exact: true }).dblclick();
  await page.keyboard.press("Control+Enter");
  await savedClaim(page);
  expect(sent.filter(({ operation }) => operation === "AbrirAcionamento")).toHaveLength(1);
  await page.goto(`/consulta-acionamento?autorizacao=${numero}`);
  expect(await listed(page)).toBe(1);
});

test.describe("a connection that is lost while saving", () => {
  test.use({ tolerated: LOST_CONNECTION });

  for (const where of ["on the way there", "on the way back"] as const) {
    test(`${where} loses no input, and saves once`, async ({ signedIn: page, sent }) => {
      const numero = autorizacao();
      await page.goto("/novo-acionamento");
      await enterNew(page, numero);
      await page.getByLabel(/Observação/).fill("Chegou mancando.");

      await page.route(
        "**/graphql",
        async (route) => {
          if (where === "on the way back") await route.fetch();
          await route.abort("connectionreset");
        },
        { times: 1 },
      );
      await page.getByRole("button", { name: "Salvar", exact: true }).click();
      const alert = page.getByRole("alertdialog", { name: "Atenção!" });
      await expect(alert).toContainText("Não foi possível falar com o servidor.");
      await expect(alert).toContainText("Nada do que você digitou se perdeu.");
      await alert.getByRole("button", { name: "Fechar" }).click();

      await expect(page.getByLabel("CPF ou CNPJ")).toHaveValue(MARINA.cpf);
      await expect(page.getByRole("radio", { name: MARINA.pet })).toBeChecked();
      await expect(page.getByLabel("Valor unitário de Hemograma completo")).toHaveValue("82,50");
      await expect(page.getByLabel(/^Número da autorização/)).toHaveValue(numero);
      await expect(page.getByLabel(/Observação/)).toHaveValue("Chegou mancando.");
      await expect(page.getByRole("status", { name: "Envio sem resposta" })).toBeVisible();
      await page.getByRole("button", { name: "Salvar", exact: true }).click();
      const sinistro = await savedClaim(page);
      expect(sent.filter(({ operation }) => operation === "AbrirAcionamento")).toHaveLength(2);

      await page.goto(`/consulta-acionamento?autorizacao=${numero}`);
      expect(await listed(page)).toBe(1);
      await expect(rowOf(page, sinistro)).toBeVisible();
      await page.goto("/novo-acionamento");
      await expect(page.getByLabel("CPF ou CNPJ")).toHaveValue("");
    });
  }
});
