import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { learnServerTime } from "../clock.ts";
import { mockGraph } from "../test/mockGraph.ts";
import { fails, type Filtro, openHome as openWithTotals, PAINEL, queueOf } from "./home.fixtures.ts";

const DAY_MS = 86_400_000;
const TODAY = "2026-11-23";

interface Args {
  readonly filtro: Filtro;
}

/** One acionamento was opened today, by the gateway's clock. */
const fila = ({ filtro }: Args) => queueOf(filtro.periodo?.de === TODAY ? 1 : 0);
const ofToday = async () => within(await screen.findByRole("region", { name: "Abertos hoje, em andamento" }));
const days = () => mockGraph.sent.map(({ name, variables }) => [name, variables["hoje"]]);

function openHome() {
  const portal = openWithTotals();
  mockGraph.respond({ acionamentos: fila });
  return portal;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${TODAY}T12:00:00-03:00`) });
});
afterEach(() => {
  learnServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

test.each([1, -1])("with a computer's clock %i day off, today's queue is that of the gateway's day", async (off) => {
  vi.setSystemTime(Date.now() + off * DAY_MS);
  mockGraph.shiftClock(-off * DAY_MS);
  openHome();
  expect(await (await ofToday()).findByRole("link", { name: /Marina Duarte/ })).toBeVisible();
  const asked = off === 1 ? "2026-11-24" : "2026-11-22";
  expect(days()).toEqual([
    ["Home", asked],
    ["Fila", TODAY],
  ]);
});

/** No answer to what is asked for after the first query. */
const disconnects = () => {
  mockGraph.disconnect();
  return [];
};
const timesOut = (args: Args) => (args.filtro.periodo?.de === TODAY ? fails("O serviço demorou.")() : fila(args));

test.each([
  ["has an error", { acionamentos: timesOut }, "O serviço demorou."],
  ["has no answer", { totaisPorStatus: disconnects }, /Não foi possível falar com o servidor/],
])("a queue of the right day that %s says so, and can be tried again", async (_, answer, said) => {
  vi.setSystemTime(Date.now() + DAY_MS);
  mockGraph.shiftClock(-DAY_MS);
  const { user } = openHome();
  mockGraph.respond(answer);
  expect(await (await ofToday()).findByText(said)).toBeVisible();
  mockGraph.reconnect();
  mockGraph.respond({ acionamentos: fila });
  await user.click((await ofToday()).getByRole("button", { name: "Tentar novamente" }));
  expect(await (await ofToday()).findByRole("link", { name: /Marina Duarte/ })).toBeVisible();
});

test("a day that begins while the screen is open has a queue of its own", async () => {
  openHome();
  expect(await (await ofToday()).findByRole("link", { name: /Marina Duarte/ })).toBeVisible();
  vi.setSystemTime(new Date("2026-11-24T00:00:01-03:00"));
  // Anything that changes on the screen.
  await act(() => mockGraph.publish({ painel: { ...PAINEL, seguradoras: 1, totaisPorStatus: [] } }));
  expect(await (await ofToday()).findByText("Nenhum dos abertos hoje está em andamento.")).toBeVisible();
});
