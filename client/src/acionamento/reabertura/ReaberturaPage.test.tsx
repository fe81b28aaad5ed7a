import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { client } from "../../graph/client.ts";
import { graph, graphError } from "../../test/graph.ts";
import { openPortal } from "../../test/portal.tsx";
import { acionamento, addProcedimento, inputs, sentNames, start } from "../edicao/salvar.kit.ts";

vi.setConfig({ testTimeout: 30_000 });

const ANTIGO = "2026000000001";
const NOVO = "2026000000002";
const NEGADO = { codigo: "NEGADO", descricao: "Negado" };
const antigo = acionamento(ANTIGO, { status: NEGADO, podeReabrir: true });
const salvo = {
  __typename: "AcionamentoSalvo",
  acionamento: acionamento(NOVO, {
    sinistroOrigem: ANTIGO,
    origem: acionamento(ANTIGO, { status: NEGADO, sinistroReabertura: NOVO }),
  }),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T14:00:00-03:00") });
  start();
  graph.answers({ reabertura: antigo });
});
afterEach(() => vi.useRealTimers());

const motivo = () => screen.findByLabelText("Motivo da reabertura", {}, { timeout: 10_000 });
const reabrir = () => screen.getByRole("button", { name: "Reabrir" });

test("an acionamento is reopened as it was: one operation to ask, one to save, no procedures sent", async () => {
  graph.answers({ reabrirAcionamento: salvo });
  const { user, address } = openPortal(`/reabre-acionamento?sinistro=${ANTIGO}`);
  await user.type(await motivo(), "Chegou o laudo.");
  expect(screen.getByText("Negado")).toBeVisible();
  expect(screen.getByLabelText("Valor unitário de Consulta clínica geral")).toHaveValue("180,00");
  expect(sentNames()).toEqual(["TelaReabertura"]);
  await user.click(reabrir());
  await waitFor(() => expect(address()).toBe(`/visualiza-acionamento?sinistro=${NOVO}`));
  expect(inputs("ReabrirAcionamento")).toEqual([
    { chave: expect.any(String), sinistro: ANTIGO, observacao: "Chegou o laudo.", procedimentos: null },
  ]);
  // The old one knows it at once.
  expect((client.cache.extract() as Record<string, unknown>)[`Acionamento:id-${ANTIGO}`]).toMatchObject({
    sinistroReabertura: NOVO,
    podeReabrir: false,
  });
});

test("changed procedures are sent whole, and can be put back as they were", async () => {
  graph.answers({ reabrirAcionamento: salvo });
  const { user } = openPortal(`/reabre-acionamento?sinistro=${ANTIGO}`);
  await user.type(await motivo(), "Mais um exame.");
  await addProcedimento(user, "anest");
  await user.click(screen.getByRole("button", { name: "Voltar aos procedimentos do sinistro" }));
  expect(screen.queryByLabelText("Quantidade de Anestesia inalatória")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Remover Consulta clínica geral" }));
  await user.click(reabrir());
  await waitFor(() => expect(inputs("ReabrirAcionamento")).toHaveLength(1));
  expect(inputs("ReabrirAcionamento")[0]?.["procedimentos"]).toEqual([
    { procedimento: "19", quantidade: 1, valor: "75.00" },
  ]);
});

test("nothing is reopened without a reason", async () => {
  const { user } = openPortal(`/reabre-acionamento?sinistro=${ANTIGO}`);
  await user.type(await motivo(), "  ");
  await user.click(reabrir());
  expect(await motivo()).toHaveAccessibleDescription("Diga por que o acionamento é reaberto.");
  expect(await motivo()).toHaveFocus();
  expect(inputs("ReabrirAcionamento")).toEqual([]);
});

test("the services' reason against it stands in the alert, and another claim can be tried", async () => {
  graph.answers({
    reabertura: ({ sinistro }: { readonly sinistro: string }) =>
      sinistro === ANTIGO ? antigo : { __typename: "Recusa", mensagem: "O sinistro está com status Aberto." },
  });
  const { user, address } = openPortal("/reabre-acionamento?sinistro=77");
  const alert = await screen.findByRole("alertdialog", { name: "Atenção!" }, { timeout: 10_000 });
  expect(alert).toHaveTextContent("O sinistro está com status Aberto.");
  await user.click(screen.getByRole("button", { name: "Fechar" }));
  expect(screen.getByRole("link", { name: "Ver o sinistro" })).toHaveAttribute(
    "href",
    "/visualiza-acionamento?sinistro=77",
  );
  await user.type(screen.getByLabelText("Número do sinistro"), "2026.000000001{Enter}");
  expect(await motivo()).toBeVisible();
  expect(address()).toBe(`/reabre-acionamento?sinistro=${ANTIGO}`);
});

test("without a claim number in the address it is asked for", async () => {
  const { user, address } = openPortal("/reabre-acionamento");
  const field = await screen.findByLabelText("Número do sinistro", {}, { timeout: 10_000 });
  await user.click(screen.getByRole("button", { name: "Continuar" }));
  expect(field).toHaveAccessibleDescription("Informe o número do sinistro.");
  await user.type(field, ANTIGO);
  await user.click(screen.getByRole("button", { name: "Continuar" }));
  expect(await motivo()).toBeVisible();
  expect(address()).toBe(`/reabre-acionamento?sinistro=${ANTIGO}`);
});

test("a question that failed can be asked again", async () => {
  graph.answers({
    reabertura: () => {
      throw graphError("UPSTREAM_TIMEOUT", "O serviço demorou demais para responder.");
    },
  });
  const { user } = openPortal(`/reabre-acionamento?sinistro=${ANTIGO}`);
  expect(await screen.findByText("O serviço demorou demais para responder.", {}, { timeout: 10_000 })).toBeVisible();
  graph.answers({ reabertura: antigo });
  await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
  expect(await motivo()).toBeVisible();
});

test("each claim has a draft of its own", async () => {
  graph.answers({ reabertura: ({ sinistro }: { readonly sinistro: string }) => acionamento(sinistro) });
  const { user, router } = openPortal(`/reabre-acionamento?sinistro=${ANTIGO}`);
  await user.type(await motivo(), "Do primeiro.");
  await router.navigate("/reabre-acionamento?sinistro=2026000000005");
  await waitFor(async () => expect(await motivo()).toHaveValue(""));
  await router.navigate(`/reabre-acionamento?sinistro=${ANTIGO}`);
  await waitFor(async () => expect(await motivo()).toHaveValue("Do primeiro."));
});

test("a reopening without an answer is sent again under the same key", async () => {
  const { user, address } = openPortal(`/reabre-acionamento?sinistro=${ANTIGO}`);
  await user.type(await motivo(), "Chegou o laudo.");
  graph.goDown();
  await user.click(reabrir());
  await user.click(await screen.findByRole("button", { name: "Fechar" }));
  expect(await screen.findByText(/ficou sem resposta/)).toBeVisible();
  graph.comeBack();
  graph.answers({ reabrirAcionamento: salvo });
  await user.click(reabrir());
  await waitFor(() => expect(address()).toContain(NOVO));
  const [first, second] = inputs("ReabrirAcionamento");
  expect(second).toEqual(first);
});
