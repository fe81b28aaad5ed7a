import { act, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { tabId } from "../../draft.ts";
import { failing, mockGraph } from "../../test/mockGraph.ts";
import { alertText, openPortal, signIn } from "../../test/portal.tsx";
import { fillStorage, storeDraft } from "../../test/storage.ts";
import { CANIL, inputs, saved, mockForms } from "../form/save.fixtures.ts";
import { reopenForm, cpf, openFilled, restore, save } from "./novo.fixtures.ts";
import { EMPTY } from "./novo.ts";

beforeEach(mockForms);

/** A draft of another tab; `sentAt`: it was sent, and has no answer. */
function storeNovo(id: string, title: string, typed: string, { isOpen = false, sentAt = 0 } = {}) {
  const fields = { ...EMPTY, cpfCnpj: "529.982.247-25", autorizacao: typed };
  const unanswered = sentAt ? { sentAt, content: "{}", fields } : null;
  const draft = { fields, save: { chave: "chave-da-outra-aba", unanswered } };
  storeDraft(`novo-acionamento/${id}`, draft, { title, isOpen });
}

const autorizacao = () => screen.findByLabelText("Número da autorização (se já houver)");

test("what is typed wins over a draft, which is offered beside the form", async () => {
  storeNovo("1", "Marina Duarte", "A-1");
  const { user, router } = openPortal("/home-page");
  await router.navigate("/novo-acionamento");
  await waitFor(async () => expect(await cpf()).toHaveFocus());
  await user.keyboard(CANIL);
  expect(await cpf()).toHaveValue("11.222.333/0001-81");
  expect(await screen.findByRole("radio", { name: /Paçoca/ })).toBeChecked();

  await user.click(screen.getByRole("button", { name: /^Marina Duarte, há/ }));
  expect(await cpf()).toHaveValue("529.982.247-25");
  expect(await cpf()).toHaveFocus();
  expect(screen.getByRole("button", { name: /^Canil Boa Vista Ltda. · Paçoca, há/ })).toBeVisible();
});

test("a draft survives a reload, is announced when it is restored, and can be discarded", async () => {
  const first = await openFilled();
  await reopenForm(first.router);
  await restore(first.user);
  expect(await screen.findByText("Rascunho recuperado, guardado há menos de 1 min.")).toBeVisible();
  expect(await screen.findByRole("radio", { name: /Paçoca/ })).toBeChecked();
  expect(screen.getByLabelText("Valor unitário de Hemograma completo")).toHaveValue("75,00");

  await first.user.click(screen.getByRole("button", { name: "Descartar rascunho" }));
  expect(screen.getByLabelText("CPF ou CNPJ")).toHaveValue("");
  expect(Object.keys(localStorage)).toEqual([]);
  await first.user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(screen.getByLabelText("CPF ou CNPJ")).toHaveValue("11.222.333/0001-81");
  expect(screen.getByLabelText("CPF ou CNPJ")).toHaveFocus();
  expect(screen.getByLabelText("Data da ocorrência")).toHaveValue("19/11/2026");
});

test("a draft that the browser does not store stays in this tab, and says so", async () => {
  fillStorage();
  const { user, router } = openPortal("/novo-acionamento");
  await user.type(await autorizacao(), "A-1");
  await screen.findByText(/^O rascunho não fica guardado/);
  await reopenForm(router);
  await restore(user);
  expect(await screen.findByText(/^O rascunho não fica guardado/)).toBeVisible();
  expect(screen.queryByText(/Rascunho guardado|Rascunho recuperado/)).not.toBeInTheDocument();
  expect(await autorizacao()).toHaveValue("A-1");
});

test("a save with an expired session keeps the draft for its owner, as not sent", async () => {
  mockGraph.respond({ abrirAcionamento: failing("UNAUTHENTICATED", "Sua sessão terminou.") });
  const { user, router } = await openFilled();
  await user.click(save());
  await waitFor(() => expect(inputs("AbrirAcionamento")).toHaveLength(1));
  signIn();
  await reopenForm(router);
  await restore(user);
  expect(await screen.findByText(/Rascunho recuperado/)).toBeVisible();
  expect(screen.queryByText(/ficou sem resposta/)).not.toBeInTheDocument();
});

test("a form leaves the draft of another tab alone, and offers a copy of it by name as soon as it is stored", async () => {
  const { user } = openPortal("/novo-acionamento");
  expect(await cpf()).toHaveValue("");
  act(() => {
    storeNovo("5", "Marina Duarte · Paçoca", "A-1", { isOpen: true });
    window.dispatchEvent(new StorageEvent("storage"));
  });
  await user.type(await autorizacao(), "A-2");
  await user.click(screen.getByRole("button", { name: "Marina Duarte · Paçoca, há 5 min, em outra aba" }));
  expect(await autorizacao()).toHaveValue("A-1");
  expect(screen.getByText("Rascunho recuperado, guardado há 5 min.")).toBeVisible();
  await user.type(await autorizacao(), "9");
  const stored = Object.entries({ ...localStorage }).map(([key, text]) => {
    const { draft } = JSON.parse(text as string);
    return [key.endsWith("/5"), draft.fields.autorizacao, draft.save.chave === "chave-da-outra-aba"];
  });
  expect(stored).toHaveLength(3);
  expect(stored).toContainEqual([true, "A-1", true]);
  expect(stored).toContainEqual([false, "A-2", false]);
  expect(stored).toContainEqual([false, "A-19", false]);
});

test("a draft that a closed tab has left belongs to this tab once it is restored", async () => {
  storeNovo("1", "Marina Duarte", "A-1");
  const { user } = openPortal("/novo-acionamento");
  await restore(user);
  expect(await autorizacao()).toHaveValue("A-1");
  const [stored] = Object.values({ ...localStorage }).map((text) => JSON.parse(text as string));
  expect(stored).toMatchObject({ isOpen: true, tab: tabId });
});

test("saving deletes the saved draft only", async () => {
  storeNovo("4", "Marina Duarte", "A-1", { isOpen: true });
  mockGraph.respond({ abrirAcionamento: saved("2026000000011") });
  const { user, address } = await openFilled();
  expect(Object.keys(localStorage)).toHaveLength(2);
  await user.click(save());
  await waitFor(() => expect(address()).toContain("2026000000011"));
  expect(Object.keys(localStorage)).toEqual(["rascunho:ana@patas.example:novo-acionamento/4"]);
});

test("discarding a draft is not on the way of Tab from the head to the first field", async () => {
  await openFilled();
  const discard = screen.getByRole("button", { name: "Descartar rascunho" });
  const position = (await cpf()).compareDocumentPosition(discard);
  expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("a discarded draft leaves nothing to undo but itself", async () => {
  const { user } = await openFilled();
  expect(screen.getByText("Hemograma completo adicionado.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Remover Hemograma completo" }));
  expect(screen.getByText("Hemograma completo removido.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Descartar rascunho" }));
  expect(screen.queryByText(/Hemograma completo removido/)).not.toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: "Desfazer" })).toHaveLength(1);
});

test("after a lost save and a reload without a connection the notice does not claim a change", async () => {
  const { user, router } = await openFilled();
  mockGraph.disconnect();
  await user.click(save());
  await user.click(await screen.findByRole("button", { name: "Fechar" }));
  await reopenForm(router);
  const notice = await screen.findByRole("status", { name: "Envio sem resposta" });
  expect(notice).toHaveTextContent(/Salve de novo quando quiser/);
  // In view, also where the page opens scrolled down.
  expect(notice).toHaveFocus();
  await user.type(await autorizacao(), "A1");
  expect(notice).toHaveTextContent(/Você mudou os dados depois disso/);
  // It comes before an insured from the search box, whose form is offered beside it.
  await router.navigate("/novo-acionamento", { state: { cpfCnpj: "529.982.247-25" } });
  await waitFor(() => expect(router.state.location.state).toBeNull());
  expect(notice).toHaveFocus();
  expect(await cpf()).toHaveValue("11.222.333/0001-81");
  await restore(user);
  expect(await cpf()).toHaveValue("529.982.247-25");
});

const TOO_HIGH = "O valor é alto demais.";

/** A form that was left during its save and opened again. */
async function openAgain(abrirAcionamento: unknown) {
  const answer = mockGraph.hold({ abrirAcionamento });
  const portal = await openFilled();
  await portal.user.click(save());
  await waitFor(() => expect(inputs("AbrirAcionamento")).toHaveLength(1));
  await reopenForm(portal.router);
  return { ...portal, answer };
}

test("a form that was left during its save and opened again saves with the same key", async () => {
  const { user, answer, address } = await openAgain(saved("2026000000012"));
  expect(await screen.findByText(/ficou sem resposta/)).toBeInTheDocument();
  answer();
  expect(await screen.findByText("Acionamento aberto: sinistro 2026000000012.")).toBeInTheDocument();
  expect(address()).toBe("/novo-acionamento");
  await screen.findByRole("radio", { name: /Paçoca/ });
  await user.click(save());
  await waitFor(() => expect(address()).toContain("2026000000012"));
  const [first, second] = inputs("AbrirAcionamento");
  expect(second).toEqual(first);
  expect(Object.keys(localStorage)).toEqual([]);
});

test.each([
  ["changed", async (user: UserEvent) => user.type(await autorizacao(), "A-7"), ["A-7"]],
  ["discarded", (user: UserEvent) => user.click(screen.getByRole("button", { name: "Descartar rascunho" })), []],
])("a late refusal leaves the draft as it is, which was opened again and %s meanwhile", async (_, change, stored) => {
  const { user, answer } = await openAgain({ __typename: "Recusa", mensagem: TOO_HIGH });
  await change(user);
  answer();
  expect(await alertText()).toHaveTextContent(TOO_HIGH);
  const drafts = Object.values({ ...localStorage }).map((text) => JSON.parse(text as string).draft);
  expect(drafts.map(({ fields }) => fields.autorizacao)).toEqual(stored);
});

test.each([
  { __typename: "Recusa", mensagem: TOO_HIGH },
  { __typename: "EntradaInvalida", campos: [{ campo: "autorizacao", mensagem: TOO_HIGH }] },
])("a refusal that comes after Back is shown, and the reopened form can be saved: %j", async (refusal) => {
  const { user, answer, address } = await openAgain(refusal);
  expect(await screen.findByText(/ficou sem resposta/)).toBeInTheDocument();
  answer();
  expect(await alertText()).toHaveTextContent(TOO_HIGH);
  await user.click(screen.getByRole("button", { name: "Fechar" }));
  expect(screen.queryByText(/ficou sem resposta/)).not.toBeInTheDocument();
  mockGraph.respond({ abrirAcionamento: saved("2026000000012") });
  await user.type(await autorizacao(), "A-7");
  await user.click(save());
  await waitFor(() => expect(address()).toContain("2026000000012"));
  const [first, second] = inputs("AbrirAcionamento");
  expect(second?.chave).not.toBe(first?.chave);
});

test("a save without a response that was sent on another day says on which", async () => {
  const sentAt = new Date("2026-11-18T17:50:00-03:00").getTime();
  storeNovo("1", "Marina Duarte", "A-1", { sentAt });
  openPortal("/novo-acionamento");
  expect(await screen.findByText(/^O envio de 18\/11\/2026, 17:50 ficou sem resposta/)).toBeVisible();
});

test("“Hoje” is the day of the click", async () => {
  const { user } = openPortal("/novo-acionamento");
  const button = await screen.findByRole("button", { name: "Hoje" });
  vi.setSystemTime(new Date("2026-11-21T00:05:00-03:00"));
  await user.click(button);
  expect(screen.getByLabelText("Data da ocorrência")).toHaveValue("21/11/2026");
});
