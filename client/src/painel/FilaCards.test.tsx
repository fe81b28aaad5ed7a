import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openSession, updateUsuario } from "../session.ts";
import { OPEN_STATUSES } from "../status.ts";
import { mockGraph } from "../test/mockGraph.ts";
import { openPortal, signIn } from "../test/portal.tsx";
import { card, fails, fila, type Filtro, openHome, PAINEL, filaOf, section, TOTAIS, WAITING } from "./home.fixtures.ts";

interface Args {
  readonly filtro: Filtro;
}

/** A fila with these claim numbers, of which all but `3` have one code. */
const rowsOf = (sinistros: readonly string[]) =>
  filaOf(
    sinistros.length,
    sinistros.map((sinistro) => ({ ...WAITING, id: sinistro === "3" ? "8" : "7", sinistro })),
  );

test("the fila has what waits longest, today's and the user's own, and each opens its list", async () => {
  openHome();
  const waiting = within(await section("Esperam há mais tempo"));
  expect(await waiting.findByRole("link", { name: /Marina Duarte · Paçoca/ })).toHaveAttribute(
    "href",
    "/visualiza-acionamento?sinistro=2026000000007",
  );
  expect(waiting.getAllByText(/há 3 dias/)).toHaveLength(2);
  const open = "status=ABERTO&status=EM_ANALISE&status=AUTORIZADO&status=REABERTO";
  expect(waiting.getByRole("link", { name: "Esperam há mais tempo: 1.234 acionamentos" })).toHaveAttribute(
    "href",
    `/consulta-acionamento?${open}&ordem=ABERTURA_ASC`,
  );
  const mine = within(await section("Com a minha participação"));
  expect(mine.getByRole("link", { name: "Com a minha participação: 1 acionamento" })).toHaveAttribute(
    "href",
    `/consulta-acionamento?${open}&meus=sim&ordem=ABERTURA_ASC`,
  );
  const ofToday = within(await section("Abertos hoje, em andamento"));
  expect(ofToday.getByText("Nenhum dos abertos hoje está em andamento.")).toBeVisible();
  expect(mockGraph.sentNames).toEqual(["Home"]);
});

test("the fila asks for the statuses that its links name", async () => {
  const asked: unknown[] = [];
  openHome();
  mockGraph.respond({
    acionamentos: (args: Args) => {
      asked.push(args.filtro.statusEm);
      return fila(args);
    },
  });
  await within(await section("Esperam há mais tempo")).findByText("1.234 acionamentos");
  expect(asked).toEqual([OPEN_STATUSES, OPEN_STATUSES, OPEN_STATUSES]);
});

test("a list of the fila that fails affects that list only, and can be tried again", async () => {
  const { user } = openHome();
  mockGraph.respond({
    acionamentos: (args: Args) => (args.filtro.usuario ? fails("Os acionamentos não responderam.")() : fila(args)),
  });
  const mine = within(await section("Com a minha participação"));
  expect(await mine.findByText("Os acionamentos não responderam.")).toBeVisible();
  expect(await within(await section("Esperam há mais tempo")).findByText("1.234 acionamentos")).toBeVisible();
  mockGraph.respond({ acionamentos: fila });
  await user.click(mine.getByRole("button", { name: "Tentar novamente" }));
  expect(await mine.findByText("1 acionamento")).toBeVisible();
});

test("the fila tells acionamentos apart to which an API gives one code", async () => {
  const { user } = openHome();
  mockGraph.respond({ acionamentos: rowsOf(["1", "2", "3"]) });
  const refresh = await screen.findByRole("button", { name: "Atualizar" });
  await user.click(refresh);
  const waiting = within(await section("Esperam há mais tempo"));
  const shown = () => waiting.getAllByRole("listitem").map((row) => row.querySelector(".figures")?.textContent.at(-1));
  await waitFor(() => expect(shown()).toEqual(["1", "2", "3"]));
  await waitFor(() => expect(refresh).toHaveAttribute("aria-busy", "false"));
  mockGraph.respond({ acionamentos: rowsOf(["3", "2"]) });
  await user.click(refresh);
  await waitFor(() => expect(shown()).toEqual(["3", "2"]));
});

test("the fila links also to an acionamento without names", async () => {
  openHome();
  const unnamed = { ...WAITING, segurado: { ...WAITING.segurado, nome: "" } };
  mockGraph.respond({ acionamentos: filaOf(2, [unnamed, { ...unnamed, sinistro: "8", pet: null }]) });
  const waiting = within(await section("Esperam há mais tempo"));
  expect(await waiting.findByRole("link", { name: "Paçoca" })).toBeVisible();
  expect(waiting.getByRole("link", { name: "Sem nome" })).toBeVisible();
});

test("a user whom the services give no name has the fila without one of their own, and is called by the e-mail", async () => {
  signIn();
  openSession("token-da-ana", { nome: "", email: "ana@patas.example", telefone: null, perfil: null });
  mockGraph.respond({ painel: PAINEL, totaisPorStatus: TOTAIS, acionamentos: fila });
  openPortal("/home-page");
  expect(await within(await section("Esperam há mais tempo")).findByText("1.234 acionamentos")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Com a minha participação" })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Menu de ana@patas.example" })).toBeVisible();
  expect(mockGraph.sentNames).toEqual(["Home"]);
  // A name that comes later is none of what was asked for.
  act(() => updateUsuario({ nome: "Ana Souza", email: null, telefone: null, perfil: null }));
  await act(() => mockGraph.publish({ painel: { ...PAINEL, seguradoras: 77, totaisPorStatus: [] } }));
  await waitFor(async () => expect(await card("Seguradoras")).toHaveTextContent("77"));
  expect(screen.queryByRole("region", { name: "Com a minha participação" })).not.toBeInTheDocument();
});

/** The menu of a user who neither opens nor reopens acionamentos. */
const WITHOUT_FILA = [{ id: "3", titulo: "Consultar acionamentos", rota: "/consulta-acionamento", icone: null }];

test("the fila is not for users who neither open nor reopen acionamentos", async () => {
  signIn();
  mockGraph.respond({
    painel: PAINEL,
    totaisPorStatus: TOTAIS,
    acionamentos: fila,
    menu: WITHOUT_FILA,
  });
  const { router } = openPortal("/home-page");
  expect(await card("Abertos hoje")).toHaveTextContent("6");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Esperam há mais tempo" })).not.toBeInTheDocument());
  await router.navigate("/minhaconta-pg");
  await screen.findByRole("heading", { name: "Minha conta" });
  await router.navigate("/home-page");
  await waitFor(() => expect(mockGraph.sent.at(-1)?.variables).toMatchObject({ comFila: false, comMenu: false }));
});

const DAY_MS = 86_400_000;
const TODAY = "2026-11-23";

/** One acionamento was opened today, by the gateway's clock. */
const oneOfToday = ({ filtro }: Args) => filaOf(filtro.periodo?.de === TODAY ? 1 : 0);
const ofToday = async () => within(await section("Abertos hoje, em andamento"));
const days = () => mockGraph.sent.map(({ name, variables }) => [name, variables["hoje"]]);

function openToday() {
  const portal = openHome();
  mockGraph.respond({ acionamentos: oneOfToday });
  return portal;
}

describe("today", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${TODAY}T12:00:00-03:00`) });
  });

  test.each([
    [1, "2026-11-24"],
    [-1, "2026-11-22"],
  ])("with a computer's clock %i day off, today's fila is soon that of the gateway's day", async (off, first) => {
    vi.setSystemTime(Date.now() + off * DAY_MS);
    mockGraph.shiftClock(-off * DAY_MS);
    openToday();
    expect(await (await ofToday()).findByRole("link", { name: /Marina Duarte/ })).toBeVisible();
    expect(days()).toEqual([
      ["Home", first],
      ["Home", TODAY],
    ]);
  });

  test("the figures stay if a year begins while the screen is open, and there is no answer", async () => {
    vi.setSystemTime(new Date("2026-12-31T12:00:00-03:00"));
    openHome();
    mockGraph.respond({ menu: WITHOUT_FILA });
    expect(await card("Seguradoras")).toHaveTextContent("12");
    vi.setSystemTime(new Date("2027-01-01T00:00:01-03:00"));
    mockGraph.disconnect();
    await act(() => mockGraph.publish({ painel: { ...PAINEL, seguradoras: 77, totaisPorStatus: [] } }));
    expect(await screen.findByText("Não foi possível carregar os totais de 2027.")).toBeVisible();
    await waitFor(() => expect(mockGraph.sentNames.filter((name) => name === "Home")).toHaveLength(2));
    expect(await card("Seguradoras")).toHaveTextContent("77");
  });

  test("a day that begins while the screen is open has a fila of its own", async () => {
    openToday();
    expect(await (await ofToday()).findByRole("link", { name: /Marina Duarte/ })).toBeVisible();
    vi.setSystemTime(new Date("2026-11-24T00:00:01-03:00"));
    // Without an answer the figures of before stay, and the next event tries again.
    mockGraph.disconnect();
    await act(() => mockGraph.publish({ painel: { ...PAINEL, seguradoras: 77, totaisPorStatus: [] } }));
    await waitFor(async () => expect(await card("Seguradoras")).toHaveTextContent("77"));
    expect((await ofToday()).getByRole("link", { name: /Marina Duarte/ })).toBeVisible();
    mockGraph.reconnect();
    await act(() => mockGraph.publish({ painel: { ...PAINEL, seguradoras: 2, totaisPorStatus: [] } }));
    expect(await (await ofToday()).findByText("Nenhum dos abertos hoje está em andamento.")).toBeVisible();
  });
});
