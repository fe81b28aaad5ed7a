import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { inputs, saved, mockForms } from "./acionamento/form/save.fixtures.ts";
import { cpf, fill, save } from "./acionamento/novo/novo.fixtures.ts";
import { client } from "./graph/client.ts";
import { enterPassword, openAtPassword, mockLogin } from "./login/login.fixtures.ts";
import { currentSession, endSession, openSession } from "./session.ts";
import { graphError, mockGraph } from "./test/mockGraph.ts";
import { openPortal, signIn } from "./test/portal.tsx";

type Portal = ReturnType<typeof openPortal>;

const NEW = "2026000000008";
const SAVED_LATE =
  "O envio de 20/11/2026, 14:00 foi salvo depois que a sua sessão terminou. Não é preciso enviar de novo.";

beforeEach(mockForms);

const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("rascunho:"));
const texts = () => screen.getAllByRole("alertdialog").map((alert) => alert.textContent);

/** The session ends as in another tab; the response comes after that. */
async function endBefore(respond: () => void, { router }: Portal): Promise<void> {
  await act(async () => {
    endSession();
    await router.navigate("/login-pg");
  });
  await screen.findByRole("heading", { name: "Login" });
  respond();
  await waitFor(() => expect(screen.queryByText("Aguarde…")).not.toBeInTheDocument());
}

/** Saves a new acionamento; its answer comes after the end of the session. */
async function saveLate(answer: object): Promise<Portal> {
  const respond = mockGraph.hold({ abrirAcionamento: answer });
  const portal = openPortal("/novo-acionamento");
  await fill(portal.user);
  await portal.user.click(save());
  await waitFor(() => expect(inputs("AbrirAcionamento")).toHaveLength(1));
  await endBefore(respond, portal);
  return portal;
}

async function signInAgain({ router }: Portal, address: string): Promise<void> {
  signIn();
  await act(() => router.navigate(address));
}

test("another user's login shows nothing of it", async () => {
  const portal = await saveLate(saved(NEW));

  openSession("token-do-beto", { nome: "Beto Lima", email: "beto@patas.example", telefone: null, perfil: null });
  await act(() => portal.router.navigate("/novo-acionamento"));
  expect(await cpf()).toHaveValue("");
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(screen.queryByText(new RegExp(NEW))).not.toBeInTheDocument();
});

test("the next user does not see the refusal of a save whose session has ended", async () => {
  const portal = await saveLate({ __typename: "Recusa", mensagem: "A apólice de Marina terminou." });
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  await signInAgain(portal, "/novo-acionamento");
  expect(await screen.findByRole("button", { name: /^Canil Boa Vista Ltda/ })).toBeVisible();
});

test("a save that failed after its session ended keeps its draft, and the form says that its outcome is unknown", async () => {
  const portal = await saveLate(graphError("UPSTREAM_OUTCOME_UNKNOWN", "Não se sabe se foi salvo."));
  await portal.user.click(await screen.findByRole("button", { name: "Fechar" }));
  await signInAgain(portal, "/novo-acionamento");
  expect(await screen.findByText(/ficou sem resposta/)).toBeVisible();
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

test("a tab that is open meanwhile tells what another one deferred", async () => {
  openPortal("/novo-acionamento");
  await cpf();
  localStorage.setItem("mensagem:ana@patas.example:1", "O envio foi salvo.");
  act(() => void window.dispatchEvent(new StorageEvent("storage")));
  expect(await screen.findByRole("alertdialog", { name: "Atenção!" })).toHaveTextContent("O envio foi salvo.");
  expect(localStorage.getItem("mensagem:ana@patas.example:1")).toBeNull();
});

describe("of the user", () => {
  test("the next login shows that changed data were saved, and their draft is gone", async () => {
    const changed = { nome: "Ana Souza Maria", email: null, telefone: "11987654321", perfil: null };
    const respond = mockGraph.hold({ atualizarUsuario: { __typename: "Usuario", ...changed } });
    const portal = openPortal("/minhaconta-pg");
    await portal.user.type(await screen.findByRole("textbox", { name: "Nome" }), " Maria");
    await portal.user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(inputs("AtualizarUsuario")).toHaveLength(1));
    await endBefore(respond, portal);
    expect(drafts()).toEqual([]);

    await signInAgain(portal, "/home-page");
    expect(await screen.findByRole("alertdialog", { name: "Atenção!" })).toHaveTextContent(SAVED_LATE);
    expect(texts().join()).toContain("Dados salvos.");
  });

  test("the login screen says that the password was changed: it needs the new one", async () => {
    const mensagem = "Senha alterada com sucesso.";
    const respond = mockGraph.hold({ trocarSenha: { __typename: "SenhaTrocada", mensagem } });
    const portal = openPortal("/trocasenha-pg");
    await portal.user.type(await screen.findByLabelText("Senha atual"), "Demo@2026");
    await portal.user.type(screen.getByLabelText("Nova senha"), "Outra-lua-77");
    await portal.user.type(screen.getByLabelText("Repita a nova senha"), "Outra-lua-77");
    await portal.user.click(screen.getByRole("button", { name: "Alterar senha" }));
    await waitFor(() => expect(inputs("TrocarSenha")).toHaveLength(1));
    await endBefore(respond, portal);
    expect(await screen.findByRole("alertdialog", { name: "Atenção!" })).toHaveTextContent(
      "Senha alterada com sucesso. Entre com a nova senha.",
    );
  });
});

test("a login starts with an empty cache: a response to the previous session may have come after its end", async () => {
  mockLogin();
  const { user } = await openAtPassword();
  client.cache.restore({ "Acionamento:id-1": { __typename: "Acionamento", sinistro: NEW } });
  await enterPassword(user);
  await waitFor(() => expect(currentSession()).not.toBeNull());
  expect(JSON.stringify(client.cache.extract())).not.toContain(NEW);
});
