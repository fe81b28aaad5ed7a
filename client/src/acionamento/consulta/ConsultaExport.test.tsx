import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { graphError, mockGraph } from "../../test/mockGraph.ts";
import { type Args, listOf, openList, mockList } from "./consulta.fixtures.ts";

beforeEach(mockList);

const saved: { name: string; blob: Blob }[] = [];

beforeEach(() => {
  saved.length = 0;
  let blob = new Blob();
  URL.createObjectURL = (made) => {
    blob = made as Blob;
    return "blob:";
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob });
  });
});

test("an export has the whole result with filter, search and order", async () => {
  mockGraph.respond({ acionamentos: listOf(1100) });
  const { user } = await openList("?seguradora=1&status=FATURADO&ordem=VALOR_ASC");
  await user.type(screen.getByRole("searchbox"), "529.982.247-25{Enter}");
  await screen.findByText(/com “529/);
  await user.click(screen.getByRole("button", { name: "Exportar CSV" }));
  await waitFor(() => expect(saved).toHaveLength(1));

  const lines = (await saved[0]?.blob.text())?.split("\r\n") ?? [];
  expect(lines).toHaveLength(1100 + 2);
  expect(lines[1]).toBe(
    '"=""2026000000000""";;20/11/2026 14:03;19/11/2026;;"\'=Marina; ""Duarte""";"=""529.982.247-25""";"=""PET-2026""";Paçoca;Araucária Seguros;Aberto;"2 × Ultrassonografia a 320,00 | 1 × Cirurgia; grande a 640,50";1280,50',
  );
  const exported = mockGraph.sentAs("ConsultaExport");
  expect(exported.map(({ variables }) => variables["after"])).toEqual([null, "499", "999"]);
  expect(exported[2]?.variables).toMatchObject({
    filtro: { seguradora: "1", statusEm: ["FATURADO"] },
    busca: "529.982.247-25",
    ordem: "VALOR_ASC",
  });
  expect(await screen.findByText("A lista foi exportada.")).toBeVisible();
});

test("an export that fails midway shows an error and saves nothing", async () => {
  const list = listOf(1100);
  mockGraph.respond({
    acionamentos: (args: Args) => {
      if (args.after) throw graphError("UPSTREAM_UNAVAILABLE", "O serviço não respondeu.");
      return list(args);
    },
  });
  const { user } = await openList();
  await user.click(screen.getByRole("button", { name: "Exportar CSV" }));
  const alert = await screen.findByRole("alertdialog");
  expect(alert).toHaveTextContent("A exportação não terminou, e nenhum arquivo foi salvo. O serviço não respondeu.");
  expect(saved).toEqual([]);
  expect(screen.getByRole("button", { name: "Exportar CSV", hidden: true })).toBeInTheDocument();
});

test("an export shows that it runs, starts once for a double click, and ends on another screen too", async () => {
  const { user, router } = await openList();
  const answer = mockGraph.hold({ acionamentos: listOf(3) });
  const button = screen.getByRole("button", { name: "Exportar CSV" });
  await user.dblClick(button);
  await waitFor(() => expect(button).toHaveAttribute("aria-busy", "true"));
  await act(() => router.navigate("/minhaconta-pg"));
  answer();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(mockGraph.sentAs("ConsultaExport")).toHaveLength(1);
});

test("an export ends without an alert when the session ends", async () => {
  const { user, router } = await openList();
  const answer = mockGraph.hold({ acionamentos: listOf(3) });
  await user.click(screen.getByRole("button", { name: "Exportar CSV" }));
  await waitFor(() => expect(mockGraph.sentAs("ConsultaExport")).toHaveLength(1));
  await act(() => router.navigate("/logout-pg"));
  answer();
  await screen.findByRole("button", { name: "Próximo" });
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(saved).toEqual([]);
});
