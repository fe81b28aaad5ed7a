import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { graphError, mockGraph } from "../test/mockGraph.ts";
import { openPortal, signIn } from "../test/portal.tsx";

const SECOND = 1000;

const painel = (abertosHoje: unknown) => ({
  abertosHoje,
  abertosNoMes: { quantidade: 231, valor: null },
  faturadosNoMes: { quantidade: 145, valor: null },
  seguradoras: 12,
  statusPorSeguradoraNoMes: [],
});
const opened = (quantidade: number) => ({ painel: painel({ quantidade, valor: null }) });

beforeEach(() => {
  // The fake clock advances by itself too, since the mock server responds in real time.
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["setTimeout", "clearTimeout", "Date"],
    now: new Date("2026-11-21T17:03:05Z"),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function openHome() {
  signIn();
  mockGraph.respond({ ...opened(6), totaisPorStatus: [] });
  const portal = openPortal("/home-page");
  expect(await screen.findByText("Atualizado às 14:03")).toBeVisible();
  await shows("6");
  return { ...portal, user: userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) }) };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const homeQueries = () => mockGraph.sent.filter(({ name }) => name === "Home");
const shows = (count: string) =>
  waitFor(() => expect(screen.getByRole("group", { name: "Abertos hoje" })).toHaveTextContent(`Abertos hoje${count}`));

const timesOut = () => {
  throw graphError("UPSTREAM_TIMEOUT", "O serviço demorou.");
};

/** Delays the responses of the dashboard until the returned function is called. */
function hold(answer: unknown): () => void {
  const held: (() => void)[] = [];
  mockGraph.respond({ painel: () => new Promise((resolve) => held.push(() => resolve(answer))) });
  return () => held.forEach((answerIt) => answerIt());
}

/** Changes the visibility of the tab. */
function turn(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

test("the figures are reloaded every minute, without the menu", async () => {
  await openHome();
  mockGraph.respond(opened(7));
  await pass(55 * SECOND);
  expect(homeQueries()).toHaveLength(1);
  await pass(10 * SECOND);
  await shows("7");
  expect(screen.getByText("Atualizado às 14:04")).toBeVisible();
  expect(homeQueries()[1]?.variables).toEqual({ ano: 2026, comMenu: false });

  mockGraph.respond(opened(8));
  await pass(65 * SECOND);
  await shows("8");
  expect(mockGraph.sent).toHaveLength(3);
});

test("a hidden tab does not reload; a tab shown again after more than a minute reloads at once", async () => {
  await openHome();
  turn("hidden");
  await pass(10 * 60 * SECOND);
  expect(homeQueries()).toHaveLength(1);
  mockGraph.respond(opened(9));
  turn("visible");
  await shows("9");
  expect(homeQueries()).toHaveLength(2);
});

test("a tab shown again within the minute reloads at its end", async () => {
  await openHome();
  turn("hidden");
  await pass(30 * SECOND);
  turn("visible");
  await pass(5 * SECOND);
  expect(homeQueries()).toHaveLength(1);
  await pass(30 * SECOND);
  await waitFor(() => expect(homeQueries()).toHaveLength(2));
});

test("the button reloads the figures, and the old ones stay meanwhile", async () => {
  const { user } = await openHome();
  const release = hold(opened(7).painel);
  const button = screen.getByRole("button", { name: "Atualizar" });
  await user.click(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  await shows("6");
  await user.click(button);
  await waitFor(() => expect(homeQueries()).toHaveLength(2));
  release();
  await shows("7");
  expect(button).toHaveAttribute("aria-busy", "false");
  expect(homeQueries()).toHaveLength(2);
});

test("after a failed reload the old figures stay, with their time", async () => {
  await openHome();
  mockGraph.disconnect();
  await pass(65 * SECOND);
  await waitFor(() =>
    expect(screen.getByText("Não foi possível atualizar: os números são das 14:03.")).toHaveAttribute("role", "status"),
  );
  await shows("6");
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();

  mockGraph.reconnect();
  mockGraph.respond(opened(7));
  await pass(65 * SECOND);
  await shows("7");
  expect(screen.queryByText(/Não foi possível/)).not.toBeInTheDocument();
});

test("a total that failed to reload stays beside newer ones, with its time", async () => {
  await openHome();
  mockGraph.respond({ painel: { ...painel(timesOut), seguradoras: 13 } });
  await pass(65 * SECOND);
  await waitFor(() => expect(screen.getByRole("group", { name: "Seguradoras" })).toHaveTextContent("13"));
  const card = screen.getByRole("group", { name: "Abertos hoje" });
  expect(card).toHaveTextContent("6");
  expect(card).toHaveTextContent("números das 14:03");
  expect(screen.getByText(/Atualizado às 14:04/)).toHaveTextContent("parte não pôde ser lida");
});

test("reloading stops when the screen is left", async () => {
  const { router } = await openHome();
  await act(() => router.navigate("/nada-aqui"));
  await screen.findByRole("heading", { name: "Página não encontrada" });
  const before = homeQueries().length;
  await pass(5 * 60 * SECOND);
  turn("visible");
  await pass(SECOND);
  expect(homeQueries()).toHaveLength(before);
});

test("returning to the screen shows the old figures at once, then new ones", async () => {
  const { router } = await openHome();
  await act(() => router.navigate("/nada-aqui"));
  await screen.findByRole("heading", { name: "Página não encontrada" });
  const release = hold(opened(7).painel);
  await pass(3 * 60 * SECOND);
  await act(() => router.navigate("/home-page"));
  await waitFor(() => expect(homeQueries()).toHaveLength(2));
  await shows("6");
  expect(screen.getByText("Atualizado às 14:03")).toBeVisible();
  release();
  await shows("7");
  expect(homeQueries()).toHaveLength(2);
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
