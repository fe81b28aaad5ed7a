import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { learnServerTime } from "../clock.ts";
import { graphError, mockGraph } from "../test/mockGraph.ts";
import { openPortal, signIn } from "../test/portal.tsx";

const DAY_MS = 86_400_000;
const TODAY = "2026-11-23";

interface Args {
  readonly filtro: { readonly periodo?: { readonly de: string } | null };
}

/** One acionamento was opened today, by the gateway's clock. */
function fila({ filtro: { periodo } }: Args) {
  const count = periodo?.de === TODAY ? 1 : 0;
  const node = {
    id: "7",
    sinistro: "2026000000007",
    abertoEm: "2026-11-23T10:00:00-03:00",
    status: { codigo: "ABERTO", descricao: "Aberto" },
    segurado: { cpfCnpj: "52998224725", nome: "Marina Duarte" },
    pet: null,
  };
  const pageInfo = { endCursor: "7", hasNextPage: false, startCursor: "7", hasPreviousPage: false };
  const edges = [{ node, cursor: "7" }].slice(0, count);
  return { totalCount: count, valorTotal: "0.00", nodes: [], edges, pageInfo };
}

const nothing = { quantidade: 0, valor: "0.00" };
const PAINEL = { abertosHoje: nothing, abertosNoMes: nothing, faturadosNoMes: nothing, seguradoras: 0 };

const ofToday = async () => within(await screen.findByRole("region", { name: "Abertos hoje, em andamento" }));
const days = () => mockGraph.sent.map(({ name, variables }) => [name, variables["hoje"]]);

function openHome() {
  signIn();
  mockGraph.respond({
    painel: { ...PAINEL, statusPorSeguradoraNoMes: [] },
    totaisPorStatus: [],
    acionamentos: fila,
  });
  return openPortal("/home-page");
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
const timesOut = (args: Args) => {
  if (args.filtro.periodo?.de === TODAY) throw graphError("UPSTREAM_TIMEOUT", "O serviço demorou.");
  return fila(args);
};

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
  await act(() => mockGraph.publish({ painel: { ...PAINEL, seguradoras: 1, statusPorSeguradoraNoMes: [] } }));
  expect(await (await ofToday()).findByText("Nenhum dos abertos hoje está em andamento.")).toBeVisible();
});
