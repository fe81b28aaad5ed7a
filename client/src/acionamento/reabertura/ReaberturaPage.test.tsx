import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { client } from "../../graph/client.ts";
import { acionamento, HEMOGRAMA, NEGADO } from "../../test/acionamento.ts";
import { failing, mockGraph } from "../../test/mockGraph.ts";
import { openPortal } from "../../test/portal.tsx";
import { addProcedimento, inputs, mockForms } from "../form/save.fixtures.ts";

const OLD = "2026000000001";
const NEW = "2026000000002";
const old = acionamento(OLD, { status: NEGADO, podeReabrir: true });
const saved = {
  __typename: "AcionamentoSalvo",
  acionamento: acionamento(NEW, {
    sinistroOrigem: OLD,
    origem: acionamento(OLD, { status: NEGADO, sinistroReabertura: NEW }),
  }),
};

beforeEach(() => {
  mockForms();
  mockGraph.respond({ reabertura: old });
});

const reasonField = () => screen.findByLabelText("Motivo da reabertura");
const reopenButton = () => screen.getByRole("button", { name: "Reabrir" });

async function openReabertura(reason: string) {
  const portal = openPortal(`/reabre-acionamento?sinistro=${OLD}`);
  await portal.user.type(await reasonField(), reason);
  return portal;
}

test("an unchanged acionamento is reopened with one query and one mutation, without procedures", async () => {
  mockGraph.respond({ reabrirAcionamento: saved });
  const { user, address } = openPortal(`/reabre-acionamento?sinistro=${OLD}`);
  expect(await reasonField()).toBeRequired();
  await user.type(await reasonField(), "Chegou o laudo.");
  expect(screen.getByText("Negado")).toBeVisible();
  expect(screen.getByLabelText("Valor unitário de Consulta clínica geral")).toHaveValue("180,00");
  expect(mockGraph.sentNames).toEqual(["Reabertura"]);
  await user.click(reopenButton());
  await waitFor(() => expect(address()).toBe(`/visualiza-acionamento?sinistro=${NEW}`));
  expect(inputs("ReabrirAcionamento")).toEqual([
    { chave: expect.any(String), sinistro: OLD, observacao: "Chegou o laudo.", procedimentos: null },
  ]);
  // The old one is updated in the cache.
  const key = client.cache.identify({ __typename: "Acionamento", id: `id-${OLD}`, sinistro: OLD }) ?? "";
  expect((client.cache.extract() as Record<string, unknown>)[key]).toMatchObject({
    sinistroReabertura: NEW,
    podeReabrir: false,
  });
});

test("changed procedures are sent whole, and can be put back as they were", async () => {
  mockGraph.respond({ reabrirAcionamento: saved });
  const { user } = await openReabertura("Mais um exame.");
  await addProcedimento(user, "anest");
  await user.click(screen.getByRole("button", { name: "Voltar aos procedimentos do sinistro" }));
  expect(screen.queryByLabelText("Quantidade de Anestesia inalatória")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Remover Consulta clínica geral" }));
  await user.click(reopenButton());
  await waitFor(() => expect(inputs("ReabrirAcionamento")).toHaveLength(1));
  expect(inputs("ReabrirAcionamento")[0]?.["procedimentos"]).toEqual([
    { procedimento: "19", quantidade: 1, valor: "75.00" },
  ]);
});

test("nothing is reopened while a text matches no procedure", async () => {
  const { user } = await openReabertura("Mais um exame.");
  await addProcedimento(user, "raio x");
  await user.click(reopenButton());
  expect(screen.getByLabelText("Adicionar procedimento")).toHaveAccessibleDescription(/“raio x” não foi adicionado/);
  await waitFor(() => expect(screen.getByLabelText("Adicionar procedimento")).toHaveFocus());
  expect(inputs("ReabrirAcionamento")).toEqual([]);
});

test.each(["  ", "\u200b"])("nothing is reopened without a reason: %j", async (blank) => {
  const { user } = await openReabertura(blank);
  await user.click(reopenButton());
  await waitFor(async () => expect(await reasonField()).toHaveFocus());
  expect(await reasonField()).toHaveAccessibleDescription("Diga por que o acionamento é reaberto.");
  expect(inputs("ReabrirAcionamento")).toEqual([]);
});

test("the services' refusal is shown, and another claim can be tried", async () => {
  mockGraph.respond({
    reabertura: ({ sinistro }: { readonly sinistro: string }) =>
      sinistro === OLD ? old : { __typename: "Recusa", mensagem: "O sinistro está com status Aberto." },
  });
  const { user, address } = openPortal("/reabre-acionamento?sinistro=77");
  const alert = await screen.findByRole("alertdialog", { name: "Atenção!" });
  expect(alert).toHaveTextContent("O sinistro está com status Aberto.");
  await user.click(screen.getByRole("button", { name: "Fechar" }));
  expect(screen.getByRole("link", { name: "Ver o sinistro" })).toHaveAttribute(
    "href",
    "/visualiza-acionamento?sinistro=77",
  );
  await user.type(screen.getByLabelText("Número do sinistro"), "2026.000000001{Enter}");
  expect(await reasonField()).toBeVisible();
  expect(address()).toBe(`/reabre-acionamento?sinistro=${OLD}`);
});

test("a refused claim that was not viewed before can be", async () => {
  mockGraph.respond({ reabertura: { __typename: "Recusa", mensagem: "O sinistro está com status Aberto." } });
  const { user } = openPortal("/reabre-acionamento?sinistro=77");
  await user.click(await screen.findByRole("button", { name: "Fechar" }));
  const answer = mockGraph.hold({ acionamento: acionamento("77") });
  await user.click(screen.getByRole("link", { name: "Ver o sinistro" }));
  expect(await screen.findByRole("heading", { name: "Histórico" })).toBeVisible();
  answer();
  expect(await screen.findByText("Status", { selector: "dt" })).toBeVisible();
});

test("an unknown claim is told once and offers no view", async () => {
  mockGraph.respond({
    reabertura: { __typename: "Recusa", mensagem: "Sinistro não encontrado." },
    acionamento: null,
  });
  openPortal("/reabre-acionamento?sinistro=77");
  const heading = "Nenhum acionamento tem o sinistro 77.";
  expect(await screen.findByRole("heading", { name: heading })).toBeVisible();
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Ver o sinistro" })).not.toBeInTheDocument();
  expect(screen.getByLabelText("Número do sinistro")).toBeVisible();
});

test("a refused acionamento that cannot be read is not reported as unknown", async () => {
  mockGraph.respond({
    reabertura: { __typename: "Recusa", mensagem: "Prazo de reabertura vencido." },
    acionamento: failing("UPSTREAM_UNAVAILABLE", "O serviço não respondeu."),
  });
  openPortal("/reabre-acionamento?sinistro=77");
  const alert = await screen.findByRole("alertdialog", { name: "Atenção!" });
  expect(alert).toHaveTextContent("Prazo de reabertura vencido.");
  expect(screen.getByText("O sinistro 77 não pode ser reaberto.")).toBeInTheDocument();
});

test("a failed query can be retried", async () => {
  mockGraph.respond({ reabertura: failing("UPSTREAM_TIMEOUT", "O serviço demorou demais para responder.") });
  const { user } = openPortal(`/reabre-acionamento?sinistro=${OLD}`);
  expect(await screen.findByText("O serviço demorou demais para responder.")).toBeVisible();
  mockGraph.respond({ reabertura: old });
  await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
  expect(await reasonField()).toBeVisible();
});

test("each claim has a draft of its own", async () => {
  mockGraph.respond({ reabertura: ({ sinistro }: { readonly sinistro: string }) => acionamento(sinistro) });
  const { user, router } = await openReabertura("Do primeiro.");
  await router.navigate("/reabre-acionamento?sinistro=2026000000005");
  await waitFor(async () => expect(await reasonField()).toHaveValue(""));
  await router.navigate(`/reabre-acionamento?sinistro=${OLD}`);
  await user.click(await screen.findByRole("button", { name: /^Sinistro 2026000000001 · Marina Duarte, há/ }));
  await waitFor(async () => expect(await reasonField()).toHaveValue("Do primeiro."));
});

test("unchanged procedures are reopened as they are, and changed ones by the rules", async () => {
  const procedimentos = [{ procedimento: HEMOGRAMA, quantidade: 100, valor: "0.00", total: "0.00" }];
  mockGraph.respond({ reabertura: { ...old, procedimentos }, reabrirAcionamento: saved });
  const { user } = await openReabertura("Chegou o laudo.");
  const quantidade = screen.getByLabelText("Quantidade de Hemograma completo");
  await user.clear(quantidade);
  await user.click(reopenButton());
  await waitFor(() => expect(quantidade).toHaveAccessibleDescription("Informe uma quantidade de 1 a 99."));
  expect(inputs("ReabrirAcionamento")).toEqual([]);
  await user.type(quantidade, "100");
  await user.click(reopenButton());
  await waitFor(() => expect(inputs("ReabrirAcionamento")).toHaveLength(1));
  expect(inputs("ReabrirAcionamento")[0]).toMatchObject({ procedimentos: null });
});

test.each([
  ["the services", () => mockGraph.respond({ reabertura: failing("UPSTREAM_TIMEOUT", "O serviço demorou.") })],
  ["the network", () => mockGraph.disconnect()],
])("a reload that fails because of %s leaves what is typed", async (_, fail) => {
  const { router } = await openReabertura("Chegou o laudo.");
  fail();
  await act(() => router.revalidate());
  expect(await screen.findByText(/estes dados podem não ser os mais recentes/)).toBeVisible();
  expect(await reasonField()).toHaveValue("Chegou o laudo.");
});

test("what was read at the second attempt is not missing once the browser is online again", async () => {
  mockGraph.disconnect();
  const { user } = openPortal(`/reabre-acionamento?sinistro=${OLD}`);
  const retry = await screen.findByRole("button", { name: "Tentar novamente" });
  mockGraph.reconnect();
  await user.click(retry);
  await reasonField();
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(mockGraph.sentNames).toEqual(["Reabertura", "Reabertura"]);
});
