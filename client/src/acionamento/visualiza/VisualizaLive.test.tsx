import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ABERTO } from "../../test/acionamento.ts";
import { failing, mockGraph } from "../../test/mockGraph.ts";
import { translatePage } from "../../test/translator.ts";
import { ACIONAMENTO, fact, open } from "./visualiza.fixtures.ts";

const timesOut = failing("UPSTREAM_TIMEOUT", "O serviço demorou.");

/** The value of a label that is translated. */
function valueOf(name: string) {
  const labels = screen.getAllByText(name).map((text) => text.closest("dt"));
  return labels.find(Boolean)?.nextElementSibling;
}

async function openLive(acionamento: unknown = ACIONAMENTO) {
  const portal = open(acionamento);
  await waitFor(() => expect(mockGraph.streams).toEqual(["VisualizaLive"]));
  await act(() => mockGraph.publish({}));
  return portal;
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

test("on a page that the browser has translated the values follow too, and it is printed", async () => {
  await openLive();
  await fact("Status");
  translatePage();
  const segurado = { ...ACIONAMENTO.segurado, nome: "Marina Reis" };
  const changed = { ...ACIONAMENTO, valorTotal: "99.00", autorizacao: "A-7", segurado };
  await act(() => mockGraph.publish({ acionamento: changed }));
  await waitFor(() => expect(valueOf("Total")).toHaveTextContent(/^R\$\s99,00$/));
  expect(valueOf("Autorização")).toHaveTextContent(/^A-7$/);
  expect(valueOf("Segurado")).toHaveTextContent(/^Marina Reis$/);
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(document.querySelector(".visualiza-letterhead")).toHaveTextContent(/Impresso em .* por Ana Souza$/);
});

test("an acionamento that is saved under an unknown number opens", async () => {
  await openLive(null);
  expect(await screen.findByText("Acionamento não encontrado")).toBeVisible();
  await act(() => mockGraph.publish({ acionamento: ACIONAMENTO }));
  expect(await fact("Segurado")).toHaveTextContent("Marina Duarte");
});

test("an acionamento that is gone is no longer shown, which is announced; when it comes back, it is", async () => {
  await openLive();
  await fact("Status");
  await act(() => mockGraph.publish({ acionamento: null }));
  expect(await screen.findByRole("heading", { name: "Acionamento não encontrado" })).toBeVisible();
  expect(screen.queryByText("Marina Duarte")).not.toBeInTheDocument();
  expect(screen.queryByText("O acionamento mudou.")).not.toBeInTheDocument();
  expect(screen.getByText("Acionamento não encontrado.")).toHaveAttribute("role", "status");
  expect(mockGraph.streams).toEqual(["VisualizaLive"]);

  await act(() => mockGraph.publish({ acionamento: ACIONAMENTO }));
  expect(await fact("Segurado")).toHaveTextContent("Marina Duarte");
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

test("leaving the view closes its stream", async () => {
  const { router } = await openLive();
  await fact("Status");
  await act(() => router.navigate("/nada-aqui"));
  await screen.findByRole("heading", { name: "Página não encontrada" });
  await waitFor(() => expect(mockGraph.streams).toEqual([]));
});
