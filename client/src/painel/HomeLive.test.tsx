import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { whenSessionLost } from "../session.ts";
import { mockGraph } from "../test/mockGraph.ts";
import { openPortal, signIn } from "../test/portal.tsx";
import { fails, PAINEL } from "./home.fixtures.ts";

const SECOND = 1000;

const painel = (abertosHoje: unknown, totaisPorStatus: unknown = []) => ({
  ...PAINEL,
  abertosHoje,
  statusPorSeguradoraNoMes: [],
  totaisPorStatus,
});
const SEVEN = { quantidade: 7, valor: null };
const NOVO = { codigo: "X", descricao: "Novo" };
const opened = (quantidade: number) => ({ painel: painel({ quantidade, valor: null }) });

beforeEach(() => {
  // The fake clock advances by itself too, since the mock server responds in real time.
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["setTimeout", "clearTimeout", "Date"],
    now: new Date("2026-11-21T17:03:05Z"),
  });
});

async function openHome() {
  signIn();
  mockGraph.respond({ ...opened(6), totaisPorStatus: [] });
  const portal = openPortal("/home-page");
  expect(await screen.findByText("Atualizado às 14:03")).toBeVisible();
  await shows("6");
  await screen.findByText("· ao vivo");
  return { ...portal, user: userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) }) };
}

const figure = () => screen.getByRole("group", { name: "Abertos hoje" }).querySelector(".painel-figure");
const ofYear = () => screen.getByRole("list", { name: "Status do ano" });
/** Lets time pass, with the heartbeats of the server. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5 * SECOND) {
    mockGraph.beat();
    // oxlint-disable-next-line no-await-in-loop -- time passes in order
    await passSilently(Math.min(left, 5 * SECOND));
  }
}
const passSilently = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const said = () => screen.queryByText("Os números mudaram.");
const shows = (count: string) =>
  waitFor(() => expect(screen.getByRole("group", { name: "Abertos hoje" })).toHaveTextContent(`Abertos hoje${count}`));

const timesOut = fails("O serviço demorou.");

function turn(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

test("the figures follow the services by one stream, and say so", async () => {
  await openHome();
  expect(mockGraph.streams).toEqual(["PainelLive"]);
  expect(figure()).not.toHaveAttribute("data-changed");
  await pass(60 * SECOND);
  await act(() => mockGraph.publish(opened(7)));
  await shows("7");
  expect(figure()).toHaveAttribute("data-changed");
  expect(screen.getByText("Atualizado às 14:04")).toBeVisible();
  expect(mockGraph.sentAs("Home")).toHaveLength(1);

  await act(() => mockGraph.publish({ painel: painel(SEVEN, [{ mes: 1, status: NOVO, quantidade: 3 }]) }));
  await waitFor(() => expect(ofYear()).toHaveTextContent("Novo 3"));
  // The figures are not asked for; the fila is, when they change.
  expect(mockGraph.sentNames).toEqual(["Home", "Fila", "Fila"]);
});

test("the totals of another year are followed instead", async () => {
  const { user } = await openHome();
  await user.selectOptions(screen.getByRole("combobox", { name: "Ano" }), "2025");
  await waitFor(() => expect(mockGraph.sentNames).toEqual(["Home", "TotaisDoAno"]));
  await screen.findByText("Nenhum acionamento em 2025");
  await waitFor(() => expect(mockGraph.streams).toEqual(["PainelLive"]));
  await act(() =>
    mockGraph.publish({
      painel: painel(SEVEN, ({ ano }: { ano: number }) => [{ mes: 1, status: NOVO, quantidade: ano }]),
    }),
  );
  await waitFor(() => expect(ofYear()).toHaveTextContent("Novo 2.025"));
});

test("changes are announced at most once a minute", async () => {
  await openHome();
  expect(said()).not.toBeInTheDocument();
  await act(() => mockGraph.publish(opened(7)));
  await waitFor(() => expect(said()).toHaveAttribute("role", "status"));
  await act(() => mockGraph.publish(opened(8)));
  await shows("8");
  await act(() => mockGraph.publish(opened(9)));
  await shows("9");
  expect(said()).not.toBeInTheDocument();
  await pass(61 * SECOND);
  await waitFor(() => expect(said()).toBeInTheDocument());
});

test("a hidden tab closes its stream; shown again, it catches up", async () => {
  await openHome();
  turn("hidden");
  await waitFor(() => expect(mockGraph.streams).toEqual([]));
  await pass(10 * 60 * SECOND);
  expect(mockGraph.streams).toEqual([]);
  mockGraph.respond(opened(9));
  turn("visible");
  await shows("9");
  await waitFor(() => expect(mockGraph.sentNames).toEqual(["Home", "Fila"]));
});

test("a lost connection says so, and heals itself", async () => {
  await openHome();
  mockGraph.disconnect();
  await act(async () => mockGraph.endStreams());
  await pass(5 * SECOND);
  expect(await screen.findByText("Sem atualização ao vivo: reconectando…")).toHaveAttribute("role", "status");
  expect(screen.queryByText("· ao vivo")).not.toBeInTheDocument();
  await shows("6");

  mockGraph.reconnect();
  mockGraph.respond(opened(7));
  await pass(120 * SECOND);
  await shows("7");
  expect(await screen.findByText("· ao vivo")).toBeVisible();
  expect(screen.queryByText(/reconectando/)).not.toBeInTheDocument();
});

test("after a gateway that stops, the streams are opened again without a word", async () => {
  await openHome();
  mockGraph.respond(opened(7));
  await act(async () => mockGraph.endStreams());
  await pass(3 * SECOND);
  await shows("7");
  expect(screen.queryByText(/reconectando/)).not.toBeInTheDocument();
});

test("a silent connection counts as lost, and is opened again", async () => {
  await openHome();
  mockGraph.respond(opened(7));
  await passSilently(30 * SECOND);
  await shows("7");
  expect(await screen.findByText("· ao vivo")).toBeVisible();
});

test("the end of the session ends the streams, and is handled like that of a query", async () => {
  const onLost = vi.fn<() => void>();
  whenSessionLost(onLost);
  await openHome();
  await act(async () => mockGraph.endStreams({ code: "UNAUTHENTICATED" }));
  await waitFor(() => expect(onLost).toHaveBeenCalledWith());
  await pass(120 * SECOND);
  expect(mockGraph.streams).toEqual([]);
  whenSessionLost(() => undefined);
});

test("a logout ends the streams, which is no loss of the session", async () => {
  const onLost = vi.fn<() => void>();
  whenSessionLost(onLost);
  const { router } = await openHome();
  mockGraph.respond({
    sair: async () => {
      mockGraph.endStreams({ code: "UNAUTHENTICATED" });
      await vi.advanceTimersByTimeAsync(SECOND);
      return true;
    },
  });
  await act(() => router.navigate("/logout-pg"));
  expect(await screen.findByRole("heading", { name: "Login" })).toBeVisible();
  expect(onLost).not.toHaveBeenCalled();
  whenSessionLost(() => undefined);
});

test("the button reloads the figures, and the old ones stay meanwhile", async () => {
  const { user } = await openHome();
  const release = mockGraph.hold(opened(7));
  const button = screen.getByRole("button", { name: "Atualizar" });
  await user.click(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  await shows("6");
  await user.click(button);
  await waitFor(() => expect(mockGraph.sentAs("Home")).toHaveLength(2));
  release();
  await shows("7");
  await waitFor(() => expect(button).toHaveAttribute("aria-busy", "false"));
  expect(mockGraph.sentAs("Home")).toHaveLength(2);
});

test("after a failed reload the old figures stay, with their time", async () => {
  const { user } = await openHome();
  mockGraph.disconnect();
  await act(async () => mockGraph.endStreams());
  await user.click(screen.getByRole("button", { name: "Atualizar" }));
  await waitFor(() =>
    expect(screen.getByText("Não foi possível atualizar: os números são das 14:03.")).toHaveAttribute("role", "status"),
  );
  await shows("6");
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();

  mockGraph.reconnect();
  mockGraph.respond(opened(7));
  await pass(120 * SECOND);
  await shows("7");
  expect(screen.queryByText(/Não foi possível/)).not.toBeInTheDocument();
});

test("a total and a year that fail in a reload keep their values, with their time", async () => {
  const { user } = await openHome();
  await pass(60 * SECOND);
  await act(async () => mockGraph.endStreams());
  mockGraph.respond({ painel: { ...painel(timesOut), seguradoras: 13 }, totaisPorStatus: timesOut });
  await user.click(screen.getByRole("button", { name: "Atualizar" }));
  await waitFor(() => expect(screen.getByRole("group", { name: "Seguradoras" })).toHaveTextContent("13"));
  const card = screen.getByRole("group", { name: "Abertos hoje" });
  expect(card).toHaveTextContent("6");
  expect(card).toHaveTextContent("números das 14:03");
  expect(screen.getByRole("region", { name: "Acionamentos por mês" })).toHaveTextContent("números das 14:03");
  expect(screen.getByText("Atualizado às 14:04").parentElement).toHaveTextContent("parte não pôde ser lida");
});

test("returning to the screen shows the old figures at once, then new ones", async () => {
  const { router } = await openHome();
  await act(() => router.navigate("/nada-aqui"));
  await screen.findByRole("heading", { name: "Página não encontrada" });
  const release = mockGraph.hold(opened(7));
  await pass(3 * 60 * SECOND);
  await act(() => router.navigate("/home-page"));
  await waitFor(() => expect(mockGraph.sentAs("Home")).toHaveLength(2));
  await shows("6");
  expect(screen.getByText("Atualizado às 14:03")).toBeVisible();
  release();
  await shows("7");
  expect(mockGraph.sentAs("Home")).toHaveLength(2);
});

test("the next session sees no figures of the previous one", async () => {
  const { router } = await openHome();
  await act(() => router.navigate("/logout-pg"));
  // A login takes its time.
  await pass(10 * SECOND);
  mockGraph.disconnect();
  signIn();
  await act(() => router.navigate("/home-page"));
  expect(await screen.findByText("Não foi possível carregar o painel.")).toBeVisible();
  expect(screen.queryByText(/14:03/)).not.toBeInTheDocument();
});
