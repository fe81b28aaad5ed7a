import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ABERTO, FATURADO } from "../test/acionamento.ts";
import { mockGraph } from "../test/mockGraph.ts";
import { openPortal, signIn } from "../test/portal.tsx";
import { monthName, thisYear, today } from "../format/date.ts";
import { periodOfMonth } from "../format/period.ts";
import { listTarget } from "../shell/addresses.ts";
import { card, fails, fila, openHome, PAINEL, section, TOTAIS, withTotals } from "./home.fixtures.ts";
import { lastMonth } from "./home.query.ts";

/** The cells of a table's rows, as they are read. */
function cells(table: HTMLElement): string[][] {
  return within(table)
    .getAllByRole("row")
    .map((row) => Array.from(row.children, (cell) => cell.textContent ?? ""));
}

test("the totals of the day and the month have counts and values", async () => {
  openHome();
  expect(await card("Abertos no mês")).toHaveTextContent("1.231");
  expect(await card("Abertos no mês")).toHaveTextContent("R$ 305.037,55");
  expect(await card("Faturados no mês")).toHaveTextContent("R$ 187.498,15");
  expect(await card("Seguradoras")).toHaveTextContent("122 ativas no mês");
  const { ano } = lastMonth();
  const before = { anoDoMesAnterior: ano, comAnoDoMesAnterior: ano !== thisYear() };
  expect(mockGraph.sentAs("Home")[0]?.variables).toMatchObject(before);
});

test.each(["/home-page", "/home-page?ano=2024"])(
  "what was opened this month stands beside the month before: %s",
  async (address) => {
    const { ano, mes } = lastMonth();
    const totaisPorStatus = (args: { readonly ano: number }) =>
      args.ano === ano ? [FATURADO, ABERTO].map((status) => ({ mes, status, quantidade: 140 })) : TOTAIS;
    signIn();
    mockGraph.respond({ ...withTotals(totaisPorStatus), acionamentos: fila });
    openPortal(address);
    expect(await card("Abertos no mês")).toHaveTextContent(`1.231${monthName(mes)}: 280R$ 305.037,55`);
  },
);

test("where the month before cannot be read, the same month of the chart's year does not stand for it", async () => {
  const { ano, mes } = lastMonth();
  const ofYear = [{ mes, status: FATURADO, quantidade: 140 }];
  signIn();
  mockGraph.respond(withTotals((args: { readonly ano: number }) => (args.ano === ano ? fails("Demorou.")() : ofYear)));
  openPortal("/home-page?ano=2020");
  expect(await screen.findByRole("img", { name: /2020 por mês/ })).toBeVisible();
  expect(await card("Abertos no mês")).toHaveTextContent(/^Abertos no mês1\.231R\$/);
});

test("a total without a value is a count alone", async () => {
  openHome({ abertosHoje: { quantidade: 0, valor: null } });
  expect(await card("Abertos hoje")).toHaveTextContent("Abertos hoje0");
  expect(await card("Abertos hoje")).not.toHaveTextContent("R$");
});

test("a failed total affects one card, which shows the reason and a retry button", async () => {
  const { user } = openHome({ abertosNoMes: fails("O serviço está fora do ar.") });
  const failed = within(await card("Abertos no mês"));
  expect(await failed.findByText("O serviço está fora do ar.")).toBeVisible();
  expect(await card("Abertos hoje")).toHaveTextContent("6");
  expect(await screen.findByRole("img", { name: /por mês/ })).toBeVisible();

  mockGraph.respond({ painel: PAINEL });
  await user.click(failed.getByRole("button", { name: "Tentar novamente" }));
  expect(await failed.findByText("1.231")).toBeVisible();
  expect(failed.getByRole("heading", { name: "Abertos no mês" })).toHaveFocus();
  expect(mockGraph.sentNames).toEqual(["Home", "Home"]);
});

test("failed totals of the year affect the chart only, and its retry loads only them", async () => {
  const { user } = openHome();
  const totaisPorStatus = fails("Os totais não responderam.");
  // The stream has them in `painel`.
  mockGraph.respond(withTotals(totaisPorStatus));
  const months = within(await section("Acionamentos por mês"));
  expect(await months.findByText("Os totais não responderam.")).toBeVisible();
  expect(await card("Abertos hoje")).toHaveTextContent("6");

  mockGraph.respond(withTotals(TOTAIS));
  await user.click(months.getByRole("button", { name: "Tentar novamente" }));
  expect(await months.findByRole("img", { name: /por mês/ })).toBeVisible();
  expect(months.getByRole("heading", { name: "Acionamentos por mês" })).toHaveFocus();
  expect(mockGraph.sentNames).toEqual(["Home", "TotaisDoAno"]);
});

test("if everything failed, dashboard and menu say so at once, and come with the next response", async () => {
  mockGraph.disconnect();
  const { user } = openHome();
  expect(await screen.findByText("Não foi possível carregar o painel.")).toBeVisible();
  const menu = within(await screen.findByRole("navigation", { name: "Principal" }));
  expect(await menu.findByText("O menu não pôde ser carregado.")).toBeVisible();
  mockGraph.reconnect();
  await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Tentar novamente" }));
  expect(await card("Abertos hoje")).toHaveTextContent("6");
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(await menu.findByRole("link", { name: "Início" })).toBeVisible();
});

test("choosing another year changes the address and loads only its totals", async () => {
  const year = thisYear() - 1;
  const { user, address } = openHome();
  const months = within(await section("Acionamentos por mês"));
  await months.findByRole("img", { name: new RegExp(`${thisYear()} por mês`) });
  mockGraph.respond(withTotals(({ ano }: { ano: number }) => (ano === year ? TOTAIS.slice(0, 1) : TOTAIS)));

  await user.selectOptions(months.getByRole("combobox", { name: "Ano" }), String(year));
  expect(await months.findByRole("img", { name: new RegExp(`${year} por mês`) })).toBeVisible();
  expect(months.getByText("1.200 acionamentos", { exact: false })).toBeVisible();
  expect(address()).toBe(`/home-page?ano=${year}`);
  expect(mockGraph.sent.slice(1).map(({ name, variables }) => ({ name, variables }))).toEqual([
    { name: "TotaisDoAno", variables: { ano: year } },
  ]);
  expect(months.getByRole("combobox", { name: "Ano" })).toHaveFocus();

  await user.selectOptions(months.getByRole("combobox", { name: "Ano" }), String(thisYear()));
  expect(await months.findByRole("img", { name: new RegExp(`${thisYear()} por mês`) })).toBeVisible();
  expect(address()).toBe("/home-page");
  // Its totals are there, and follow the services by the stream.
  expect(mockGraph.sentNames).toEqual(["Home", "TotaisDoAno"]);
});

test("a year without acionamentos has an empty state", async () => {
  signIn();
  mockGraph.respond(withTotals([]));
  openPortal("/home-page?ano=2021");
  expect(await screen.findByText("Nenhum acionamento em 2021")).toBeVisible();
});

test("the chart is a picture with the counts of each month, and the table has the same numbers, with totals", async () => {
  const { user, address } = openHome({}, "/home-page?ano=2024");
  const months = within(await section("Acionamentos por mês"));
  const chart = within(await months.findByRole("img", { name: /A tabela tem os mesmos números\.$/ }));
  expect(chart.getByTitle("março de 2024: 47 acionamentos; Aberto 5, Faturado 40, Em perícia 2")).toHaveTextContent(
    /^47mar$/,
  );
  expect(chart.getByTitle("dezembro de 2024: 0 acionamentos")).toHaveTextContent(/^dez$/);
  const statuses = within(months.getByRole("list", { name: "Status do ano" })).getAllByRole("listitem");
  expect(statuses.map(({ textContent }) => textContent)).toEqual(["Aberto 5", "Faturado 1.240", "Em perícia 2"]);
  // An unknown one is grey.
  expect(statuses.at(-1)).toHaveClass("tone-gray");
  expect(months.queryByRole("link")).not.toBeInTheDocument();

  await user.click(months.getByRole("button", { name: "Tabela" }));
  const rows = cells(await months.findByRole("table", { name: /2024/ }));
  expect(rows[0]).toEqual(["Mês", "Aberto", "Faturado", "Em perícia", "Total"]);
  expect(rows[1]).toEqual(["janeiro de 2024", "0", "1.200", "0", "1.200"]);
  expect(rows[3]).toEqual(["março de 2024", "5", "40", "2", "47"]);
  expect(rows).toHaveLength(14);
  expect(rows.at(-1)).toEqual(["Total", "5", "1.240", "2", "1.247"]);
  const ofYear = "&por=abertura&de=2024-01-01&ate=2024-12-31";
  for (const [name, search] of [
    ["janeiro de 2024, Faturado: 1.200 acionamentos", "?status=FATURADO&por=abertura&de=2024-01-01&ate=2024-01-31"],
    ["janeiro de 2024: 1.200 acionamentos", "?status=FATURADO&por=abertura&de=2024-01-01&ate=2024-01-31"],
    ["2024, Aberto: 5 acionamentos", `?status=ABERTO${ofYear}`],
    ["2024: 1.247 acionamentos", `?status=ABERTO&status=FATURADO&status=EM+PER%C3%8DCIA${ofYear}`],
  ]) {
    expect(months.getByRole("link", { name: name ?? "" })).toHaveAttribute("href", `/consulta-acionamento${search}`);
  }
  expect(address()).toBe("/home-page?ano=2024&ver=tabela");
  expect(mockGraph.sentNames).toEqual(["Home"]);
});

test("a count of an insurer links to its acionamentos in that status; 0 is not a link", async () => {
  openHome();
  const table = within(await section("Status por seguradora no mês"));
  const link = await table.findByRole("link", { name: "Araucária Seguros, Em análise: 12 acionamentos" });
  const month = listTarget({ statuses: [], periodo: periodOfMonth(today()) }).to.search.slice(1);
  expect(link).toHaveAttribute("href", `/consulta-acionamento?seguradora=1&status=EM_ANALISE&${month}`);
  for (const [name, search] of [
    ["Araucária Seguros, Em perícia: 1 acionamento", "seguradora=1&status=EM+PER%C3%8DCIA"],
    ["Araucária Seguros: 13 acionamentos", "seguradora=1&status=EM_ANALISE&status=EM+PER%C3%8DCIA"],
    ["Todas as seguradoras, Aberto: 3 acionamentos", "status=ABERTO"],
    ["Todas as seguradoras: 16 acionamentos", "status=ABERTO&status=EM_ANALISE&status=EM+PER%C3%8DCIA"],
  ]) {
    const address = `/consulta-acionamento?${search}&${month}`;
    expect(table.getByRole("link", { name: name ?? "" })).toHaveAttribute("href", address);
  }
  expect(table.getAllByRole("link")).toHaveLength(9);
  expect(cells(table.getByRole("table"))).toEqual([
    ["Seguradora", "Aberto", "Em análise", "Em perícia", "Total"],
    ["Araucária Seguros", "0", "12", "1", "13"],
    ["Buritizal Vida", "3", "0", "0", "3"],
    ["Total", "3", "12", "1", "16"],
  ]);
});

test("the list of what was billed has last year's statuses where this month's and those of the chart lack them", async () => {
  const billed = [{ mes: 1, status: FATURADO, quantidade: 1, valor: null }];
  signIn();
  mockGraph.respond(withTotals(({ ano }: { readonly ano: number }) => (ano === 2020 ? [] : billed)));
  openPortal("/home-page?ano=2020");
  const link = await screen.findByRole("link", { name: /^Faturados no mês/ });
  expect(link).toHaveAttribute("href", expect.stringContaining("status=FATURADO"));
});

test("without the right to the list no number is a link", async () => {
  signIn();
  mockGraph.respond({
    painel: PAINEL,
    totaisPorStatus: TOTAIS,
    menu: [{ id: "1", titulo: "Início", rota: "/home-page", icone: null }],
  });
  openPortal("/home-page");
  const table = within(await section("Status por seguradora no mês"));
  expect(await table.findAllByText("12")).toHaveLength(2);
  expect(within(screen.getByRole("main")).queryByRole("link")).not.toBeInTheDocument();
});

test("a month without acionamentos has an empty state", async () => {
  openHome({ statusPorSeguradoraNoMes: [] });
  expect(await screen.findByText("Nenhum acionamento aberto neste mês")).toBeVisible();
});

test("a failed table of insurers affects that table only", async () => {
  openHome({ statusPorSeguradoraNoMes: fails("As seguradoras não responderam.") });
  const table = within(await section("Status por seguradora no mês"));
  expect(await table.findByText("As seguradoras não responderam.")).toBeVisible();
  expect(await card("Seguradoras")).toHaveTextContent("12");
});

test("a field that gets the focus while the screen loads keeps it", async () => {
  const { user } = openHome({}, "/reabre-acionamento");
  const answer = mockGraph.hold({ painel: { ...PAINEL, totaisPorStatus: TOTAIS } });
  const menu = within(await screen.findByRole("navigation", { name: "Principal" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Reabrir acionamento" })).toBeVisible();
  await user.click(await menu.findByRole("link", { name: "Início" }));
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Início" })).toHaveFocus());
  const search = screen.getByRole("combobox", { name: /Pesquisar/ });
  await user.click(search);
  answer();
  expect(await card("Abertos hoje")).toBeVisible();
  expect(search).toHaveFocus();
});
