import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ARAUCARIA, MARINA, PACOCA } from "../../test/acionamento.ts";
import { mockGraph } from "../../test/mockGraph.ts";
import { rememberList } from "../listNeighbours.ts";
import { ACIONAMENTO, fact, open, SINISTRO } from "./visualiza.fixtures.ts";

test("the summary is copied as lines of text, without the CPF", async () => {
  const { user } = open();
  // No list led to it.
  expect(screen.queryByRole("navigation", { name: "Na lista" })).not.toBeInTheDocument();
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await fact("Status");
  await user.click(screen.getByRole("button", { name: "Copiar resumo" }));
  expect(await screen.findByText("Resumo copiado.")).toBeVisible();
  expect(writeText.mock.calls[0]?.[0].replaceAll("\u00a0", " ")).toBe(
    [
      `Sinistro ${SINISTRO} · Negado`,
      "Autorização: A-559102",
      "Segurado: Marina Duarte",
      "Pet: Paçoca (Cão)",
      "Seguradora: Araucária Seguros",
      "Aberto em: 10/11/2026, 12:30",
      "Ocorrido em: 09/11/2026",
      "1 × Consulta clínica geral: R$ 89,50",
      "2 × Hemograma completo: R$ 132,00",
      "Total: R$ 353,50",
    ].join("\n"),
  );
});

test("a new acionamento takes over the insured, the pet and the procedures, and no CPF is in the address", async () => {
  const { user, address } = open();
  mockGraph.respond({
    procedimentos: [],
    segurado: {
      ...MARINA,
      apolices: [
        {
          numero: "PET-2026-1",
          vigente: true,
          inicio: "2026-01-01",
          fim: "2027-12-31",
          seguradora: ARAUCARIA,
          pets: [{ id: "7", nome: "Mia", especie: "Gato" }, PACOCA],
        },
      ],
    },
  });
  await fact("Status");
  await user.click(screen.getByRole("link", { name: "Novo a partir deste" }));
  expect(await screen.findByLabelText("CPF ou CNPJ")).toHaveValue("529.982.247-25");
  expect(await screen.findByLabelText("Quantidade de Hemograma completo")).toHaveValue("2");
  expect(screen.getByLabelText("Valor unitário de Consulta clínica geral")).toHaveValue("89,50");
  await waitFor(() => expect(screen.getByRole("radio", { name: /Paçoca/ })).toBeChecked());
  expect(address()).toBe("/novo-acionamento");
  expect(screen.getByLabelText("CPF ou CNPJ")).toHaveFocus();
});

test("the previous and the next one of the list that it was opened from are one click away", async () => {
  const state = { busca: "529.982.247-25" };
  rememberList({ address: "/consulta-acionamento?status=NEGADO", state, sinistros: ["1", SINISTRO, "3"] });
  const { user, address, router } = open();
  expect(await screen.findByRole("link", { name: "Anterior" })).toHaveAttribute(
    "href",
    "/visualiza-acionamento?sinistro=1",
  );
  expect(screen.getByRole("link", { name: "Voltar à lista" })).toHaveAttribute(
    "href",
    "/consulta-acionamento?status=NEGADO",
  );
  mockGraph.respond({ acionamento: { ...ACIONAMENTO, id: "3", sinistro: "3" } });
  await user.click(screen.getByRole("link", { name: "Próximo" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Sinistro 3" })).toBeVisible();
  expect(address()).toBe("/visualiza-acionamento?sinistro=3");
  expect(screen.queryByRole("link", { name: "Próximo" })).not.toBeInTheDocument();
  await user.keyboard("k");
  await waitFor(() => expect(address()).toBe(`/visualiza-acionamento?sinistro=${SINISTRO}`));
  expect(await screen.findByRole("link", { name: "Próximo" })).toBeVisible();
  await user.keyboard("j");
  await waitFor(() => expect(address()).toBe("/visualiza-acionamento?sinistro=3"));
  await user.click(screen.getByRole("link", { name: "Voltar à lista" }));
  await waitFor(() => expect(address()).toBe("/consulta-acionamento?status=NEGADO"));
  expect(router.state.location.state).toEqual(state);
});
