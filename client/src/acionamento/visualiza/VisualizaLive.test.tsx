import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ABERTO } from "../../test/acionamento.ts";
import { failing, mockGraph } from "../../test/mockGraph.ts";
import { ACIONAMENTO, fact, open } from "./visualiza.fixtures.ts";

const timesOut = failing("UPSTREAM_TIMEOUT", "O serviço demorou.");

async function openLive() {
  open();
  await waitFor(() => expect(mockGraph.streams).toEqual(["VisualizaLive"]));
  await act(() => mockGraph.publish({}));
}

test("a changed status shows at once, highlighted, and is announced", async () => {
  await openLive();
  expect(await fact("Status")).toHaveTextContent("Negado");
  await act(() =>
    mockGraph.publish({ acionamento: { ...ACIONAMENTO, status: ABERTO, sinistroReabertura: "2026000099999" } }),
  );
  expect(await screen.findByRole("link", { name: "2026000099999" })).toBeVisible();
  const status = await fact("Status");
  expect(status).toHaveTextContent("Aberto");
  expect(status?.querySelector("[data-changed]")).toHaveTextContent("Aberto");
  expect((await fact("Total"))?.querySelector("[data-changed]")).toBeNull();
  await waitFor(() => expect(screen.getByText("O acionamento mudou.")).toHaveAttribute("role", "status"));
  expect(mockGraph.sent).toHaveLength(1);
});

test("an acionamento that is saved under an unknown number opens when it is asked for again", async () => {
  const { user, router } = open(null);
  expect(await screen.findByText("Acionamento não encontrado")).toBeVisible();
  mockGraph.respond({ acionamento: ACIONAMENTO });
  await user.click(screen.getByRole("button", { name: "Abrir" }));
  expect(await fact("Segurado")).toHaveTextContent("Marina Duarte");
  expect(router.state.historyAction).toBe("REPLACE");
});

test("an acionamento that is gone is no longer shown, which is announced", async () => {
  await openLive();
  await fact("Status");
  await act(() => mockGraph.publish({ acionamento: null }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Acionamento não encontrado");
  expect(screen.queryByText("Marina Duarte")).not.toBeInTheDocument();
  expect(screen.queryByText("O acionamento mudou.")).not.toBeInTheDocument();
});

test("an acionamento that cannot be read for a while stays", async () => {
  await openLive();
  expect(await fact("Status")).toHaveTextContent("Negado");
  await act(() => mockGraph.publish({ acionamento: timesOut }));
  expect(await fact("Status")).toHaveTextContent("Negado");
  expect(mockGraph.sent).toHaveLength(1);
});

test("a part that can no longer be read keeps its value, and the others change", async () => {
  await openLive();
  expect(await fact("Seguradora")).toHaveTextContent("Araucária Seguros");
  await act(() => mockGraph.publish({ acionamento: { ...ACIONAMENTO, valorTotal: "99.00", seguradora: timesOut } }));
  await waitFor(async () => expect(await fact("Total")).toHaveTextContent("R$ 99,00"));
  expect(await fact("Seguradora")).toHaveTextContent("Araucária Seguros");
});
