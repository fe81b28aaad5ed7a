import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { thisYear } from "../../format/date.ts";
import { openSession } from "../../session.ts";
import { failing, mockGraph } from "../../test/mockGraph.ts";
import { openPortal } from "../../test/portal.tsx";
import { CONSULTA, firstRow, listOf, lists, openList, SEGURADORAS, mockList, TOTAIS } from "./consulta.fixtures.ts";

beforeEach(mockList);

const errorMessage = failing("UPSTREAM_UNAVAILABLE", "O serviço não respondeu.");

const listOfYear = (ano: number) => `${CONSULTA}?status=ABERTO&por=abertura&de=${ano}-01-01&ate=${ano}-12-31`;
const chip = (name: string) => screen.getByText(name, { selector: "button.consulta-chip" });

describe("the filter", () => {
  test.each([
    [CONSULTA, "?status=ABERTO", { statusEm: ["ABERTO"] }],
    [`${CONSULTA}?status=&x=1`, "?status=ABERTO", { statusEm: ["ABERTO"] }],
    [`${CONSULTA}?autorizacao=A-1`, "?autorizacao=A-1", { autorizacao: "A-1" }],
    [`${CONSULTA}?sinistro=2026&status=NEGADO`, "?sinistro=2026", { sinistro: "2026" }],
    [`${CONSULTA}?seguradora=1`, "?seguradora=1&status=ABERTO", { seguradora: "1", statusEm: ["ABERTO"] }],
  ])("of %s is loaded once, with the address %s", async (address, search, filtro) => {
    const portal = openPortal(address);
    await firstRow();
    expect(portal.address()).toBe(CONSULTA + search);
    expect(mockGraph.sent).toHaveLength(1);
    expect(lists()[0]?.variables).toMatchObject({
      filtro,
      busca: null,
      ordem: "ABERTURA_DESC",
      comMenu: true,
      ano: thisYear(),
    });
  });

  test("is titled at once by usual names, and by codes once the counts are there", async () => {
    const answer = mockGraph.hold({ totaisPorStatus: TOTAIS });
    openPortal(`${CONSULTA}?status=FATURADO`);
    expect(await screen.findByRole("heading", { name: "Faturado · Todas as seguradoras" })).toBeVisible();
    cleanup();
    openPortal(`${CONSULTA}?status=XYZ`);
    expect(await screen.findByRole("heading", { name: "Acionamentos" })).toBeVisible();
    answer();
    expect(await screen.findByRole("heading", { name: "XYZ · Todas as seguradoras" })).toBeVisible();
  });

  test("is shown as a title, with count and total value", async () => {
    openPortal(`${CONSULTA}?seguradora=1&status=FATURADO`);
    expect(await screen.findByRole("heading", { name: "Faturado · Araucária Seguros" })).toBeVisible();
    expect(await screen.findByText(/^3 acionamentos · R\$\s1\.543,20$/)).toHaveRole("status");
    expect(screen.getByRole("table", { name: "Faturado · Araucária Seguros" })).toHaveAttribute("aria-rowcount", "4");
  });

  test("is changed by a chip, with one operation that loads only the list", async () => {
    const { user, address } = openPortal(CONSULTA);
    await user.click(await screen.findByRole("link", { name: "Faturado 1.234" }));
    await waitFor(() => expect(screen.getByRole("link", { name: "Faturado 1.234" })).toHaveAttribute("aria-current"));
    await firstRow();
    const [de, ate] = [`${thisYear()}-01-01`, `${thisYear()}-12-31`];
    expect(address()).toBe(`${CONSULTA}?status=FATURADO&por=abertura&de=${de}&ate=${ate}`);
    expect(lists()).toHaveLength(2);
    expect(lists()[1]?.variables).toMatchObject({
      filtro: { statusEm: ["FATURADO"], periodo: { por: "ABERTURA", de, ate } },
      comMenu: false,
      comFiltro: false,
    });
  });

  test("the chips have the counts of the chosen year, and open its lists", async () => {
    const ano = thisYear() - 1;
    const { user, address } = openPortal(`${CONSULTA}?status=ABERTO&por=abertura&de=${ano}-01-01&ate=${ano}-12-31`);
    expect(await screen.findByText(`abertos em ${ano}, todas as seguradoras`)).toBeVisible();
    expect(lists()[0]?.variables).toMatchObject({ ano, anoAnterior: ano - 1, comFiltro: true });
    await user.click(screen.getByRole("link", { name: "Faturado 1.234" }));
    await waitFor(() => expect(address()).toMatch(`?status=FATURADO&por=abertura&de=${ano}-01-01`));
    await user.selectOptions(screen.getByLabelText("Período"), `Abertos em ${thisYear()}`);
    expect(await screen.findByText(`abertos em ${thisYear()}, todas as seguradoras`)).toBeVisible();
    expect(lists().at(-1)?.variables).toMatchObject({ ano: thisYear(), comFiltro: true });
  });

  test("has several statuses, which the chips add and remove, but the last one", async () => {
    const { user, address } = openPortal(`${CONSULTA}?seguradora=1&status=ABERTO`);
    const isPressed = (name: string, value: boolean) =>
      waitFor(() => expect(chip(name)).toHaveAttribute("aria-pressed", String(value)));
    await user.click(await screen.findByRole("button", { name: "Vários" }));
    await user.click(chip("Faturado"));
    await isPressed("Faturado", true);
    expect(address()).toBe(`${CONSULTA}?seguradora=1&status=ABERTO&status=FATURADO`);
    await user.click(chip("Aberto"));
    await isPressed("Aberto", false);
    await user.click(chip("Faturado"));
    expect(address()).toBe(`${CONSULTA}?seguradora=1&status=FATURADO`);
    await user.click(chip("Vários"));
    expect(screen.getByRole("link", { name: "Aberto" })).toBeVisible();
  });

  test("has a period of chosen days, of one of the dates", async () => {
    const { user, address } = openPortal(`${CONSULTA}?status=ABERTO&por=abertura&de=2026-03-05&ate=2026-03-09`);
    const select = await screen.findByLabelText("Período");
    await user.selectOptions(select, "Escolher datas…");
    expect(screen.getByLabelText("De")).toHaveValue("05/03/2026");
    await user.selectOptions(screen.getByLabelText("Acionamentos"), "Faturados");
    const last = screen.getByLabelText("Até");
    for (const [typed, problem] of [
      ["x", "Use dia, mês e ano: 19/11/2026."],
      ["31/02/2026", "Esta data não existe."],
      ["01/03/2026", "O último dia vem antes do primeiro."],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one field
      await user.clear(last);
      // oxlint-disable-next-line no-await-in-loop
      await user.type(last, `${typed}{Enter}`);
      // oxlint-disable-next-line no-await-in-loop
      expect(await screen.findByText(problem)).toBeVisible();
    }
    await user.clear(last);
    await user.click(last);
    await user.paste("2.4.2026");
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(address()).toBe(`${CONSULTA}?status=ABERTO&por=faturamento&de=2026-03-05&ate=2026-04-02`),
    );
    expect(await screen.findByText(/faturados de 05\/03\/2026 a 02\/04\/2026$/)).toBeVisible();
    expect(screen.queryByLabelText("De")).not.toBeInTheDocument();
  });

  test.each([
    ["2026-11-15", "01/11", "30/11", "&de=2026-11-01&ate=2026-11-30"],
    ["2027-01-02", "20/12", "05/01", "&de=2026-12-20&ate=2027-01-05"],
    ["2028-06-01", "01/01", "31/12", "&de=2028-01-01&ate=2028-12-31"],
    ["2028-06-01", "29/02", "28/02", "&de=2028-02-29&ate=2029-02-28"],
    ["2026-11-15", " ", "30/11", "&ate=2026-11-30"],
    ["2027-01-02", " ", "20/12", "&ate=2026-12-20"],
  ])("has a period that on %s is typed without years: from %s to %s", async (today, de, ate, days) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${today}T12:00:00-03:00`) });
    const { user, address } = openPortal(CONSULTA);
    await user.selectOptions(await screen.findByLabelText("Período"), "Escolher datas…");
    await user.click(screen.getByRole("button", { name: "Aplicar" }));
    expect(screen.getByLabelText("De")).toHaveFocus();
    await user.keyboard(de);
    await user.type(screen.getByLabelText("Até"), `${ate}{Enter}`);
    await waitFor(() => expect(address()).toBe(`${CONSULTA}?status=ABERTO&por=abertura${days}`));
  });

  test.each(["", "a".repeat(101)])(
    "is of everybody for a user whose name no list can be limited to: “%s”",
    async (nome) => {
      openSession("token-da-ana", { nome, email: "ana@patas.example", telefone: null, perfil: null });
      const { address } = openPortal(`${CONSULTA}?status=ABERTO&meus=sim`);
      expect(await screen.findByRole("heading", { name: "Aberto · Todas as seguradoras" })).toBeVisible();
      expect(address()).toBe(`${CONSULTA}?status=ABERTO`);
      expect(screen.queryByLabelText("Participação")).not.toBeInTheDocument();
    },
  );

  test("keeps the focus where it was applied: in a number, or in the period", async () => {
    const { user, address } = await openList();
    await user.type(screen.getByRole("textbox", { name: "Nº da autorização" }), "A-1{Enter}");
    await waitFor(() => expect(address()).toBe(`${CONSULTA}?autorizacao=A-1`));
    expect(screen.getByRole("textbox", { name: "Nº da autorização" })).toHaveFocus();
    await user.selectOptions(screen.getByLabelText("Período"), "Escolher datas…");
    await user.click(screen.getByRole("button", { name: "Cancelar" }));
    expect(screen.getByLabelText("Período")).toHaveFocus();
  });

  test("of several statuses and a period is in the title, and the period is changed by its select", async () => {
    const { user, address } = openPortal(
      `${CONSULTA}?status=ABERTO&status=FATURADO&por=ocorrencia&de=2026-02-01&ate=2026-02-28`,
    );
    expect(
      await screen.findByRole("heading", {
        name: "Aberto e Faturado · Todas as seguradoras · ocorridos em fevereiro de 2026",
      }),
    ).toBeVisible();
    expect(lists()[0]?.variables["filtro"]).toEqual({
      statusEm: ["ABERTO", "FATURADO"],
      periodo: { por: "OCORRENCIA", de: "2026-02-01", ate: "2026-02-28" },
    });
    const select = screen.getByLabelText("Período");
    expect(select).toHaveDisplayValue("Ocorridos em fevereiro de 2026");
    await user.selectOptions(select, `Abertos em ${thisYear()}`);
    await waitFor(() => expect(address()).toMatch(/\?status=ABERTO&status=FATURADO&por=abertura/));
    await user.selectOptions(screen.getByLabelText("Período"), "Qualquer data");
    await waitFor(() => expect(address()).toBe(`${CONSULTA}?status=ABERTO&status=FATURADO`));
  });

  test.each([
    ["any date", "", "Aberto 2", "Faturado 1.234"],
    ["the year", `&por=abertura&de=${thisYear()}-01-01&ate=${thisYear()}-12-31`, "Aberto 2", "Faturado 1.234"],
    ["a month", `&por=ocorrencia&de=${thisYear()}-02-01&ate=${thisYear()}-02-28`, "Aberto", "Faturado"],
    ["an insurer", "&seguradora=1", "Aberto", "Faturado"],
  ])("of several statuses and %s marks the chip of each, with the counts that fit", async (_, more, first, second) => {
    openPortal(`${CONSULTA}?status=ABERTO&status=FATURADO${more}`);
    expect(await screen.findByRole("link", { name: first })).toHaveAttribute("aria-current", "true");
    const other = screen.getByRole("link", { name: second });
    expect(other).toHaveAttribute("aria-current", "true");
    // What else is chosen stays.
    for (const param of more.split("&")) expect(other.getAttribute("href")).toContain(param);
  });

  test.each([
    ["CANCELADO", "Aberto, Faturado e Cancelado", "Cancelado 0"],
    ["XYZ", "Aberto, Faturado e XYZ", "XYZ 0"],
  ])("of this year's statuses and one that no answer has named, %s, names them all", async (codigo, names, name) => {
    openPortal(`${CONSULTA}?status=ABERTO&status=FATURADO&status=${codigo}`);
    expect(await screen.findByRole("heading", { name: `${names} · Todas as seguradoras` })).toBeVisible();
    expect(await screen.findByRole("link", { name })).toHaveAttribute("aria-current", "true");
  });

  test("is limited to an insurer, with the chosen status", async () => {
    const { user, address } = await openList("?status=FATURADO");
    await user.selectOptions(screen.getByLabelText("Seguradora"), "Pantaneira Seguros Rurais (inativa)");
    await waitFor(() => expect(address()).toBe(`${CONSULTA}?seguradora=13&status=FATURADO`));
    await user.selectOptions(screen.getByLabelText("Seguradora"), "Todas as seguradoras");
    await waitFor(() => expect(address()).toBe(`${CONSULTA}?status=FATURADO`));
  });

  test("of an insurer that the list lacks is shown as chosen", async () => {
    await openList("?seguradora=99&status=ABERTO");
    expect(screen.getByLabelText("Seguradora")).toHaveDisplayValue("Seguradora 99");
  });

  test("by the same number again adds no history entry", async () => {
    const { user, address, router } = await openList();
    await user.type(screen.getByLabelText("Nº do sinistro"), "2026000000001{Enter}");
    await waitFor(() => expect(address()).toBe(`${CONSULTA}?sinistro=2026000000001`));
    await user.type(screen.getByLabelText("Nº do sinistro"), "{Enter}");
    await waitFor(() => expect(lists()).toHaveLength(3));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(address()).toBe(`${CONSULTA}?status=ABERTO`));
  });

  test("without insurers has no choice of them, which is no failure", async () => {
    mockGraph.respond({ seguradoras: [] });
    await openList();
    expect(await screen.findByRole("link", { name: "Aberto 2" })).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  test("on 1 January offers the statuses of last year by name, without its counts", async () => {
    mockGraph.respond({ totaisPorStatus: ({ ano }: { readonly ano: number }) => (ano === thisYear() ? [] : TOTAIS) });
    const { user, address } = openPortal(CONSULTA);
    expect(await screen.findByRole("heading", { name: "Aberto · Todas as seguradoras" })).toBeVisible();
    expect(await screen.findByRole("link", { name: "Aberto 0" })).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Faturado 0" }));
    await waitFor(() => expect(address()).toMatch(/\?status=FATURADO&por=abertura/));
    // Last year's statuses are loaded once.
    expect(lists()[1]?.variables).toMatchObject({ comFiltro: false });
  });
});

test("at a year's end, or with a computer's clock of another year, the chips have the counts that were asked for", async () => {
  const year = thisYear();
  mockGraph.shiftClock(366 * 24 * 3_600_000);
  openPortal(CONSULTA);
  expect(await screen.findByRole("link", { name: "Faturado 1.234" })).toBeVisible();
  expect(screen.getByText(`abertos em ${year}, todas as seguradoras`)).toBeVisible();
});

test("the counts of a year are read again by their own age", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { router } = await openList();
  vi.setSystemTime(Date.now() + 4 * 60_000);
  await router.navigate(listOfYear(thisYear() - 1));
  await waitFor(() => expect(lists().at(-1)?.variables).toMatchObject({ ano: thisYear() - 1, comFiltro: true }));
  await screen.findByText(`abertos em ${thisYear() - 1}, todas as seguradoras`);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  await router.navigate(listOfYear(thisYear()));
  await waitFor(() => expect(lists().at(-1)?.variables).toMatchObject({ ano: thisYear(), comFiltro: true }));
});

test("counts that failed are asked for again with the next list", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { user } = await openList();
  vi.setSystemTime(Date.now() + 6 * 60_000);
  mockGraph.respond({ totaisPorStatus: errorMessage });
  await user.click(screen.getByRole("link", { name: "Aberto 2" }));
  await waitFor(() => expect(lists().at(-1)?.variables).toMatchObject({ comFiltro: true }));
  await firstRow();
  await user.click(screen.getByRole("link", { name: "Faturado 1.234" }));
  await waitFor(() => expect(lists()).toHaveLength(3));
  expect(lists().at(-1)?.variables).toMatchObject({ comFiltro: true });
});

describe("an error", () => {
  test("of the list leaves the chips, and can be retried", async () => {
    mockGraph.respond({ acionamentos: errorMessage });
    const { user } = openPortal(CONSULTA);
    expect(await screen.findByRole("heading", { name: "Não foi possível carregar os acionamentos." })).toBeVisible();
    expect(screen.getByText("O serviço não respondeu.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Faturado 1.234" })).toBeVisible();
    mockGraph.respond({ acionamentos: listOf(3) });
    await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
    await firstRow();
  });

  test("of a list that is opened again is not told before there is an answer", async () => {
    mockGraph.respond({ acionamentos: errorMessage });
    const { user } = openPortal(
      `${CONSULTA}?status=FATURADO&por=abertura&de=${thisYear()}-01-01&ate=${thisYear()}-12-31`,
    );
    await screen.findByText("O serviço não respondeu.");
    mockGraph.respond({ acionamentos: listOf(3) });
    await user.click(screen.getByRole("link", { name: "Aberto 2" }));
    await firstRow();
    const answer = mockGraph.hold({ acionamentos: listOf(3) });
    await user.click(screen.getByRole("link", { name: "Faturado 1.234" }));
    await waitFor(() => expect(screen.getByRole("link", { name: "Faturado 1.234" })).toHaveAttribute("aria-current"));
    expect(screen.queryByRole("heading", { name: /^Não foi possível/ })).not.toBeInTheDocument();
    answer();
    await firstRow();
  });

  test("of the chips or the insurers leaves the list, and a retry loads them with it", async () => {
    mockGraph.respond({ totaisPorStatus: errorMessage, seguradoras: errorMessage });
    const { user } = await openList();
    expect(await screen.findByText("As quantidades não puderam ser carregadas.")).toBeVisible();
    expect(screen.getByText("As seguradoras não puderam ser carregadas.")).toBeVisible();
    expect(await screen.findByRole("link", { name: "Aberto" })).toHaveAttribute("aria-current", "true");
    mockGraph.respond({ totaisPorStatus: TOTAIS, seguradoras: SEGURADORAS });
    await user.click(screen.getAllByRole("button", { name: "Tentar novamente" })[0] as HTMLElement);
    expect(await screen.findByRole("link", { name: "Aberto 2" })).toBeVisible();
    expect(screen.queryByText(/não puderam ser carregadas/)).not.toBeInTheDocument();
    expect(lists()).toHaveLength(2);
  });

  test("of a detail does not call the list outdated, and a retry keeps the focus on the screen", async () => {
    mockGraph.respond({ acionamentos: listOf(3, { seguradora: errorMessage }) });
    const { user } = await openList();
    expect(await screen.findByText(/Alguns dados não puderam ser lidos/)).toBeVisible();
    expect(screen.queryByText(/podem não ser os mais recentes/)).not.toBeInTheDocument();
    mockGraph.respond({ acionamentos: listOf(3) });
    await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
    await waitFor(() => expect(screen.queryByText(/Alguns dados/)).not.toBeInTheDocument());
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  test("after going back leaves the cached rows, with a note that they may be outdated", async () => {
    const { user, router } = openPortal(CONSULTA);
    await user.click(await firstRow());
    mockGraph.disconnect();
    await router.navigate(-1);
    expect(await screen.findByText(/podem não ser os mais recentes/)).toBeVisible();
    expect(await firstRow()).toBeVisible();
  });

  test.each([
    ["of the network", () => mockGraph.disconnect()],
    ["of the services", () => mockGraph.respond({ acionamentos: errorMessage, totaisPorStatus: errorMessage })],
  ])("%s leaves the status its name", async (_, fail) => {
    fail();
    openPortal(`${CONSULTA}?status=FATURADO`);
    expect(await screen.findByRole("heading", { name: "Não foi possível carregar os acionamentos." })).toBeVisible();
    expect(await screen.findByRole("heading", { name: "Faturado · Todas as seguradoras" })).toBeVisible();
  });
});

test.each([
  ["?status=NEGADO", "Nenhum acionamento neste status"],
  ["?seguradora=1&status=NEGADO", "Nenhum acionamento desta seguradora neste status"],
  ["?sinistro=1", "Nenhum acionamento com o sinistro 1"],
  ["?autorizacao=A-1", "Nenhum acionamento com a autorização A-1"],
])("the empty state of %s", async (search, text) => {
  mockGraph.respond({ acionamentos: listOf(0) });
  const { user, address } = openPortal(CONSULTA + search);
  expect(await screen.findByRole("heading", { name: text })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Ver os acionamentos abertos" }));
  await waitFor(() => expect(address()).toBe(`${CONSULTA}?status=ABERTO`));
});
