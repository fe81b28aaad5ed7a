import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { formatMoney } from "../../format/money.ts";
import { client } from "../../graph/client.ts";
import { ABERTO } from "../../test/acionamento.ts";
import { failing, holding, mockGraph } from "../../test/mockGraph.ts";
import { openPortal, signIn } from "../../test/portal.tsx";
import { ACIONAMENTO, ADDRESS, fact, open, SINISTRO } from "./visualiza.fixtures.ts";

const unavailable = failing("UPSTREAM_UNAVAILABLE", "O serviço de segurados não respondeu.");

describe("an acionamento", () => {
  test.each([true, null])("offers no reopening to a user whose menu has none: %s", async (podeReabrir) => {
    signIn();
    mockGraph.respond({
      menu: [{ id: "1", titulo: "Início", rota: "/home-page", icone: null }],
      acionamento: { ...ACIONAMENTO, podeReabrir },
    });
    openPortal(ADDRESS);
    await screen.findByRole("link", { name: "Início" });
    await fact("Status");
    expect(screen.queryByRole("link", { name: "Reabrir" })).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Consultar" })).not.toBeInTheDocument();
  });

  test("is shown with all its data, loaded by one operation", async () => {
    open();
    expect(await fact("Seguradora")).toHaveTextContent("Araucária Seguros");
    expect(await fact("Aberto em")).toHaveTextContent("10/11/2026, 12:30");
    expect(await fact("Faturado em")).toHaveTextContent("Não faturado");
    expect(await fact("Telefone")).toHaveTextContent("(11) 98765-4321");
    expect(await fact("Nascimento")).toHaveTextContent("29/02/2020");
    expect(mockGraph.sent.map(({ name, variables }) => [name, variables])).toEqual([
      ["Visualiza", { sinistro: SINISTRO, comMenu: true }],
    ]);
  });

  test.each(["08001234567", "351912345678"])(
    "has the phone number %s as it is, and no link to it",
    async (telefone) => {
      open({ ...ACIONAMENTO, segurado: { ...ACIONAMENTO.segurado, telefone } });
      expect(await screen.findByText(telefone, { selector: "dd" })).toBeVisible();
    },
  );

  test("has its number in the window title, and no personal data", async () => {
    open();
    expect(await screen.findByRole("heading", { level: 1, name: `Sinistro ${SINISTRO}` })).toBeVisible();
    await fact("Segurado");
    expect(document.title).toBe(`Sinistro ${SINISTRO} · Acionamentos`);
  });

  test("lists what was done with quantities, values and totals", async () => {
    open();
    const table = await screen.findByRole("table", { name: "Procedimentos" });
    const row = within(table).getByRole("row", { name: /^Hemograma completo/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["2", formatMoney("132.00"), formatMoney("264.00")]);
    expect(within(table).getByRole("row", { name: /^Total/ })).toHaveTextContent("R$ 353,50");
  });

  test("shows its history, newest first", async () => {
    open();
    const card = (await screen.findByRole("heading", { name: /^Histórico/ })).parentElement;
    const events = within(card ?? document.body).getAllByRole("listitem");
    expect(events.map((event) => event.textContent)).toEqual([
      "Negado12/11/2026, 09:05 · Renata AlbuquerqueCarência.",
      "Aberto10/11/2026, 12:30 · Ana Souza",
    ]);
  });

  test("shows a value that cannot be read as it came", async () => {
    const em = "2026-11-20T14:03:60-03:00";
    open({ ...ACIONAMENTO, abertoEm: em, faturadoEm: "hoje", historico: [{ ...ACIONAMENTO.historico[0], em }] });
    expect(await fact("Aberto em")).toHaveTextContent(em);
    expect(await fact("Faturado em")).toHaveTextContent("hoje");
    expect(screen.getAllByText(em)).toHaveLength(2);
  });

  test("without procedures, history, pet or dates is shown as that", async () => {
    const { pet: _, ...rest } = ACIONAMENTO;
    open({ ...rest, procedimentos: [], historico: [], ocorridoEm: null, observacao: null, autorizacao: null });
    expect(await screen.findByText("Nenhum procedimento registrado.")).toBeVisible();
    expect(screen.getByText("Nada registrado ainda.")).toBeVisible();
    expect(await fact("Ocorrido em")).toHaveTextContent("Não informado");
    expect(await fact("Autorização")).toHaveTextContent("Sem autorização");
    expect(screen.queryByText("Espécie")).not.toBeInTheDocument();
  });
});

test("what failed and is opened again loads, and is not told to be unknown", async () => {
  const { router } = open(failing("UPSTREAM_TIMEOUT", "O serviço demorou."));
  await screen.findByText("O serviço demorou.");
  const answer = mockGraph.hold({ acionamento: ACIONAMENTO });
  await act(() => router.navigate("/minhaconta-pg"));
  await screen.findByRole("heading", { name: "Minha conta" });
  await act(() => router.navigate(-1));
  await screen.findByRole("heading", { name: "Segurado e pet" });
  expect(screen.queryByText("Acionamento não encontrado")).not.toBeInTheDocument();
  answer();
  expect(await fact("Seguradora")).toHaveTextContent("Araucária Seguros");
});

test.each([
  [true, ["Reabrir"]],
  [null, ["Consultar"]],
  [false, []],
])("reopening is offered, or asked for where the services do not tell: %s", async (podeReabrir, shown) => {
  open({ ...ACIONAMENTO, podeReabrir });
  await fact("Status");
  const links = screen.queryAllByRole("link", { name: /^(Reabrir|Consultar)$/ });
  expect(links.map(({ textContent }) => textContent)).toEqual(shown);
  for (const link of links) expect(link).toHaveAttribute("href", `/reabre-acionamento?sinistro=${SINISTRO}`);
  expect(screen.queryAllByText(/Não se sabe se pode ser reaberto\./)).toHaveLength(podeReabrir === null ? 1 : 0);
});

describe("what can be done with it", () => {
  test("one leads to another within the screen, whose heading takes the focus, and back", async () => {
    const other = { ...ACIONAMENTO, id: "2", sinistro: "2026000075000", status: ABERTO, sinistroReabertura: SINISTRO };
    const acionamento = ({ sinistro }: { readonly sinistro: string }) =>
      sinistro === SINISTRO ? { ...ACIONAMENTO, sinistroOrigem: other.sinistro } : other;
    const { user, router } = open(acionamento);
    await user.click(await screen.findByRole("link", { name: other.sinistro }));
    const heading = await screen.findByRole("heading", { level: 1, name: `Sinistro ${other.sinistro}` });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(await screen.findByRole("link", { name: SINISTRO })).toBeVisible();
    expect(within(screen.getByRole("region", { name: "Resumo" })).getByText("Aberto")).toBeVisible();

    await act(() => router.navigate(-1));
    expect(await screen.findByRole("link", { name: other.sinistro })).toBeVisible();
    expect(within(screen.getByRole("region", { name: "Resumo" })).getByText("Negado")).toBeVisible();
  });

  test("its number is copied, with a confirmation", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Copiar número" }));
    expect(await screen.findByText("Número copiado.")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(SINISTRO);
  });

  test("where the browser refuses the clipboard, a hint is shown", async () => {
    const { user } = open();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("", "NotAllowedError"));
    await user.click(await screen.findByRole("button", { name: "Copiar número" }));
    expect(await screen.findByText(/Selecione o texto e use Ctrl\+C/)).toBeVisible();
    // The summary stands nowhere to be selected.
    await user.click(screen.getByRole("button", { name: "Copiar resumo" }));
    expect(await screen.findByText("O navegador não deixou copiar.")).toBeVisible();
  });

  test("it is printed, with who did so and when on the sheet", async () => {
    const print = vi.spyOn(window, "print").mockImplementation(() => {
      window.dispatchEvent(new Event("beforeprint"));
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Imprimir" }));
    expect(print).toHaveBeenCalledOnce();
    expect(screen.getByText(/^Assistência pet/)).toHaveTextContent(
      /Impresso em \d\d\/\d\d\/\d{4}, \d\d:\d\d por Ana Souza$/,
    );
  });
});

describe("what is not there", () => {
  test("an unknown number is reported, and another one can be tried", async () => {
    const { user, address } = open(null);
    expect(await screen.findByText(`Nenhum acionamento tem o sinistro ${SINISTRO}. Confira o número.`)).toBeVisible();
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Consultar acionamentos" })).toBeVisible();
    const field = screen.getByRole("textbox", { name: "Número do sinistro" });
    expect(field).toHaveValue(SINISTRO);
    await user.clear(field);
    await user.type(field, "2026.0000.75662{Enter}");
    await waitFor(() => expect(address()).toBe("/visualiza-acionamento?sinistro=2026000075662"));
  });

  test("an address without a number shows the form and loads nothing", async () => {
    const { user, address } = open(ACIONAMENTO, "/visualiza-acionamento?sinistro=%20");
    const field = await screen.findByRole("textbox", { name: "Número do sinistro" });
    expect(field).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription("Informe o número do sinistro.");
    await user.type(field, "529.982.247-25");
    expect(field).toBeValid();
    await user.keyboard("{Enter}");
    expect(field).toHaveAccessibleDescription("Isto é um CPF. Procure por ele na busca do topo.");
    await user.clear(field);
    expect(mockGraph.sentNames).toEqual(["MenuDoUsuario"]);
    await user.type(field, `${SINISTRO}{Enter}`);
    expect(await screen.findByRole("heading", { name: `Sinistro ${SINISTRO}` })).toBeVisible();
    expect(address()).toBe(ADDRESS);
  });

  test.each([
    ["of a service", () => mockGraph.respond({ acionamento: unavailable }), /^O serviço de segurados não respondeu/],
    ["of the network", () => mockGraph.disconnect(), /Verifique a conexão/],
  ])("an error %s is shown with its message and can be retried", async (_, fail, message) => {
    const { user } = open();
    fail();
    expect(await screen.findByRole("heading", { name: "Não foi possível carregar o acionamento." })).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    mockGraph.reconnect();
    mockGraph.respond({ acionamento: ACIONAMENTO });
    await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
    expect(await fact("Status")).toHaveTextContent("Negado");
  });

  test("failed contact data affect their values only and can be retried there", async () => {
    let isDown = true;
    const looked = (value: string) => () => (isDown ? unavailable() : value);
    const { user } = open({
      ...ACIONAMENTO,
      segurado: { ...ACIONAMENTO.segurado, email: looked("marina@example.com"), telefone: looked("11987654321") },
      pet: { ...ACIONAMENTO.pet, raca: looked("Sem raça definida"), nascimento: looked("2020-02-29") },
    });
    expect(await fact("Telefone")).toHaveTextContent("Não disponível agora.");
    expect(await fact("Raça")).toHaveTextContent("Não disponível agora.");
    expect(await fact("Segurado")).toHaveTextContent("Marina Duarte");
    expect(await fact("Total")).toHaveTextContent("R$ 353,50");
    isDown = false;
    await user.click(screen.getAllByRole("button", { name: "Tentar novamente" })[0] ?? document.body);
    await waitFor(async () => expect(await fact("Telefone")).toHaveTextContent("(11) 98765-4321"));
  });

  test("an insurer that could not be read costs its own value", async () => {
    open({ ...ACIONAMENTO, seguradora: unavailable });
    expect(await fact("Seguradora")).toHaveTextContent("Não disponível agora.");
    expect(await fact("Status")).toHaveTextContent("Negado");
  });

  test("an insurer, contact data and a whole acionamento that fail later keep their values of before, and say so", async () => {
    const { router } = open();
    const reopen = async (acionamento: unknown) => {
      await fact("Status");
      await act(() => router.navigate("/minhaconta-pg"));
      mockGraph.respond({ acionamento });
      await act(() => router.navigate(ADDRESS));
    };
    const segurado = { ...ACIONAMENTO.segurado, telefone: unavailable };
    await reopen({ ...ACIONAMENTO, valorTotal: "99.00", seguradora: unavailable, segurado });
    await waitFor(async () => expect(await fact("Total")).toHaveTextContent("R$ 99,00"));
    expect(await fact("Seguradora")).toHaveTextContent("Araucária Seguros Pode ter mudado. Tentar novamente");
    expect(await fact("Telefone")).toHaveTextContent("(11) 98765-4321 Pode ter mudado. Tentar novamente");

    await reopen(unavailable);
    expect(await screen.findByText(/estes dados podem não ser os mais recentes/)).toBeVisible();
    expect(await fact("Seguradora")).toHaveTextContent(/^Araucária Seguros$/);

    // Without an error null is a value.
    await reopen({ ...ACIONAMENTO, seguradora: null });
    await waitFor(async () => expect(await fact("Seguradora")).toHaveTextContent("Não informada"));
  });

  test("going back from the screen that reopens it, the total of each procedure is there at once", async () => {
    const { user, router } = open();
    const reopen = await screen.findByRole("link", { name: "Reabrir" });
    mockGraph.respond({ reabertura: ACIONAMENTO, procedimentos: [] });
    const answer = mockGraph.hold({ acionamento: ACIONAMENTO });
    await user.click(reopen);
    await screen.findByLabelText("Motivo da reabertura");
    await act(() => router.navigate(-1));
    const table = await screen.findByRole("table", { name: "Procedimentos" });
    expect(within(table).getByRole("row", { name: /^Hemograma completo/ })).toHaveTextContent("R$ 264,00");
    answer();
  });

  test("what the cache has of an acionamento is shown at once, the register when it comes", async () => {
    const { router } = open();
    await fact("Telefone");
    await act(() => router.navigate("/minhaconta-pg"));
    // As a save leaves it.
    const { cpfCnpj } = ACIONAMENTO.segurado;
    const id = client.cache.identify({ __typename: "Segurado", cpfCnpj }) ?? "";
    for (const fieldName of ["email", "telefone"]) client.cache.evict({ id, fieldName });
    const [held, answer] = holding();
    const telefone = () => held.then(() => "11987654321");
    mockGraph.respond({ acionamento: { ...ACIONAMENTO, segurado: { ...ACIONAMENTO.segurado, telefone } } });
    await act(() => router.navigate(ADDRESS));
    expect(await fact("Status")).toHaveTextContent("Negado");
    expect(await fact("Segurado")).toHaveTextContent("Marina Duarte");
    expect(await fact("Telefone")).toHaveTextContent(/^$/);
    answer();
    await waitFor(async () => expect(await fact("Telefone")).toHaveTextContent("(11) 98765-4321"));
  });
});
