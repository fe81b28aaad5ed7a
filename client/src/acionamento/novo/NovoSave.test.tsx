import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { failing, mockGraph } from "../../test/mockGraph.ts";
import { alertText } from "../../test/portal.tsx";
import { inputs, saved, mockForms } from "../form/save.fixtures.ts";
import { reopenForm, cpf, fill, openFilled, save } from "./novo.fixtures.ts";

beforeEach(mockForms);

const valor = () => screen.getByLabelText("Valor unitário de Hemograma completo");

test("an unconfirmed save is retried with the same idempotency key, even after a reload", async () => {
  const { user, router } = await openFilled();
  mockGraph.disconnect();
  await user.click(save());
  expect(await alertText()).toHaveTextContent("não será salvo duas vezes");
  await user.click(screen.getByRole("button", { name: "Fechar" }));
  // Far from the button, so that it is scrolled into view.
  expect(screen.getByRole("status", { name: "Envio sem resposta" })).toHaveFocus();
  mockGraph.reconnect();
  mockGraph.respond({ abrirAcionamento: saved("2026000000009") });
  await reopenForm(router);
  expect(await screen.findByText(/ficou sem resposta/)).toBeVisible();
  await screen.findByRole("radio", { name: /Paçoca/ });
  await user.click(save());
  await waitFor(() => expect(inputs("AbrirAcionamento")).toHaveLength(2));
  const [first, second] = inputs("AbrirAcionamento");
  expect(second).toEqual(first);
});

test("a save that could not be read afterwards is done: its number is told, and nothing is offered again", async () => {
  const { user, address } = await openFilled();
  const told = "O acionamento foi salvo com o sinistro 2026000000009, mas não foi possível mostrá-lo.";
  mockGraph.respond({ abrirAcionamento: failing("UPSTREAM_OUTCOME_UNKNOWN", told, { sinistro: "2026000000009" }) });
  await user.click(save());
  expect(await alertText()).toHaveTextContent(told);
  expect(address()).toContain("2026000000009");
  expect(inputs("AbrirAcionamento")).toHaveLength(1);
  expect(screen.queryByText(/ficou sem resposta/)).not.toBeInTheDocument();
});

test("changes after an unconfirmed save are not sent without confirmation", async () => {
  const { user } = await openFilled();
  mockGraph.respond({ abrirAcionamento: failing("UPSTREAM_TIMEOUT", "O serviço demorou demais para responder.") });
  await user.click(save());
  await user.click(await screen.findByRole("button", { name: "Fechar" }));
  await user.type(screen.getByLabelText("Número da autorização (se já houver)"), "A1");
  await user.click(save());
  const notice = screen.getByRole("status", { name: "Envio sem resposta" });
  expect(notice).toHaveFocus();
  expect(inputs("AbrirAcionamento")).toHaveLength(1);

  await user.click(within(notice).getByRole("button", { name: "Voltar ao que foi enviado" }));
  expect(screen.getByLabelText("Número da autorização (se já houver)")).toHaveValue("");
  expect(notice).toHaveFocus();
  await user.click(save());
  await waitFor(() => expect(inputs("AbrirAcionamento")).toHaveLength(2));
  await user.click(await screen.findByRole("button", { name: "Fechar" }));

  await user.type(screen.getByLabelText("Número da autorização (se já houver)"), "A2");
  await user.click(screen.getByRole("button", { name: "Salvar como outro" }));
  await waitFor(() => expect(inputs("AbrirAcionamento")).toHaveLength(3));
  const [first, second, third] = inputs("AbrirAcionamento");
  expect(second).toEqual(first);
  expect(third?.["autorizacao"]).toBe("A2");
  expect(third?.["chave"]).not.toBe(first?.["chave"]);
});

test("a row that is changed after an unconfirmed save goes back to what was sent", async () => {
  const { user } = await openFilled();
  mockGraph.respond({ abrirAcionamento: failing("UPSTREAM_TIMEOUT", "O serviço demorou demais para responder.") });
  await user.click(save());
  await user.click(await screen.findByRole("button", { name: "Fechar" }));
  await user.clear(valor());
  await user.type(valor(), "80,00");
  await user.click(screen.getByRole("button", { name: "Voltar ao que foi enviado" }));
  expect(valor()).toHaveValue("75,00");
});

test("a refused save gives the focus back to the field of a row in which it was asked for", async () => {
  mockGraph.respond({ abrirAcionamento: { __typename: "Recusa", mensagem: "O valor passa da referência." } });
  const { user } = await openFilled();
  await user.click(valor());
  await user.keyboard("{Control>}{Enter}{/Control}");
  await user.click(await screen.findByRole("button", { name: "Fechar" }));
  await waitFor(() => expect(valor()).toHaveFocus());
});

test.each([
  { __typename: "Recusa", mensagem: "Não pode." },
  failing("UPSTREAM_UNAVAILABLE", "O serviço não está disponível."),
])("another save that was not done leaves the earlier one unconfirmed", async (answer) => {
  const { user } = await openFilled();
  mockGraph.respond({ abrirAcionamento: failing("UPSTREAM_TIMEOUT", "O serviço demorou demais para responder.") });
  await user.click(save());
  await user.click(await screen.findByRole("button", { name: "Fechar" }));
  await user.type(screen.getByLabelText("Observação (opcional)"), "x");
  mockGraph.respond({ abrirAcionamento: answer });
  await user.click(screen.getByRole("button", { name: "Salvar como outro" }));
  await user.click(await screen.findByRole("button", { name: "Fechar" }));
  await user.click(screen.getByRole("button", { name: "Voltar ao que foi enviado" }));
  await user.click(save());
  await waitFor(() => expect(inputs("AbrirAcionamento")).toHaveLength(3));
  const [first, , third] = inputs("AbrirAcionamento");
  expect(third).toEqual(first);
});

test("after a refusal the next save has a new key and needs no confirmation", async () => {
  mockGraph.respond({
    abrirAcionamento: { __typename: "Recusa", mensagem: "O valor passa de 10 vezes a referência." },
  });
  const { user } = await openFilled();
  await user.click(save());
  expect(await alertText()).toHaveTextContent("O valor passa de 10 vezes a referência.");
  await user.click(screen.getByRole("button", { name: "Fechar" }));
  expect(screen.queryByText(/ficou sem resposta/)).not.toBeInTheDocument();
  await user.type(screen.getByLabelText("Observação (opcional)"), "x");
  await user.click(save());
  await waitFor(() => expect(inputs("AbrirAcionamento")).toHaveLength(2));
  const [first, second] = inputs("AbrirAcionamento");
  expect(second?.["chave"]).not.toBe(first?.["chave"]);
});

test("one acionamento may be saved after the other: the form is empty again, and its key another one", async () => {
  mockGraph.respond({ abrirAcionamento: saved("2026000000013") });
  const { user, address } = await openFilled();
  await user.click(screen.getByRole("button", { name: "Salvar e abrir outro" }));
  expect(await screen.findByText("Acionamento aberto: sinistro 2026000000013.")).toBeVisible();
  await waitFor(async () => expect(await cpf()).toHaveValue(""));
  expect(await cpf()).toHaveFocus();
  expect(address()).toBe("/novo-acionamento");
  expect(Object.keys(localStorage)).toEqual([]);
  await fill(user);
  await user.click(save());
  await waitFor(() => expect(inputs("AbrirAcionamento")).toHaveLength(2));
  const [first, second] = inputs("AbrirAcionamento");
  expect(second?.["chave"]).not.toBe(first?.["chave"]);
});

test("validation errors of the graph are shown at their fields", async () => {
  mockGraph.respond({
    abrirAcionamento: {
      __typename: "EntradaInvalida",
      campos: [
        { campo: "observacao", mensagem: "Use menos palavras." },
        { campo: "procedimentos.0.valor", mensagem: "O valor é alto demais." },
      ],
    },
  });
  const { user } = await openFilled();
  await user.click(save());
  await waitFor(() => expect(valor()).toHaveAccessibleDescription(/O valor é alto demais/));
  expect(valor()).toHaveFocus();
  expect(screen.getByLabelText("Observação (opcional)")).toHaveAccessibleDescription("Use menos palavras.");
  await user.type(valor(), "1");
  expect(valor()).not.toHaveAccessibleDescription(/O valor é alto demais/);
});
