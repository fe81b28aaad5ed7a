import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { currentSession, endSession, openSession, updateUsuario } from "../session.ts";
import { failing, mockGraph } from "../test/mockGraph.ts";
import { alertText, openPortal, signIn } from "../test/portal.tsx";
import { storeDraft } from "../test/storage.ts";

const nome = () => screen.findByRole("textbox", { name: "Nome" });
const telefone = () => screen.getByRole("textbox", { name: "Telefone" });
const saveButton = () => screen.getByRole("button", { name: "Salvar" });
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("rascunho:"));

interface Input {
  readonly input: { readonly nome: string; readonly telefone: string | null };
}

const saves = ({ input }: Input) => ({
  __typename: "Usuario",
  ...input,
  email: "ana@patas.example",
  perfil: "Atendente",
});

async function openRenamed(name = "Ana Maria") {
  const portal = openPortal("/minhaconta-pg");
  await portal.user.clear(await nome());
  await portal.user.type(await nome(), name);
  return portal;
}

beforeEach(() => {
  signIn();
  mockGraph.respond({ atualizarUsuario: saves });
});

test("shows the user's data; e-mail and profile cannot be changed", async () => {
  openPortal("/minhaconta-pg");
  expect(await nome()).toHaveValue("Ana Souza");
  expect(telefone()).toHaveValue("(11) 98765-4321");
  const main = within(screen.getByRole("main"));
  expect(main.getByText("ana@patas.example")).toBeVisible();
  expect(main.getByText("Atendente")).toBeVisible();
  expect(main.getAllByRole("textbox")).toHaveLength(2);
  expect(main.getByRole("link", { name: "Trocar senha" })).toHaveAttribute("href", "/trocasenha-pg");
});

test("saved values go into the session, and the frame shows them", async () => {
  const { user } = await openRenamed("  Ana Maria Souza ");
  await user.clear(telefone());
  await user.paste("+55 (21) 3265-4321");
  await user.click(saveButton());
  expect(await screen.findByText("Dados salvos.")).toBeVisible();
  expect(mockGraph.sent.at(-1)?.variables).toEqual({ input: { nome: "Ana Maria Souza", telefone: "2132654321" } });
  expect(screen.getByRole("button", { name: "Menu de Ana Maria Souza" })).toBeVisible();
  expect(JSON.parse(sessionStorage.getItem("auth") ?? "")).toEqual({
    dsToken: "token-da-ana",
    usuario: { nome: "Ana Maria Souza", email: "ana@patas.example", telefone: "2132654321", perfil: "Atendente" },
  });
  expect(await nome()).toHaveValue("Ana Maria Souza");
  expect(saveButton()).toBeDisabled();
  expect(drafts()).toEqual([]);
});

test("a name that was pasted with invisible characters is saved without them", async () => {
  const { user } = openPortal("/minhaconta-pg");
  await user.clear(await nome());
  await user.paste("Ana\u00ad Maria\u200b");
  await user.click(saveButton());
  await screen.findByText("Dados salvos.");
  expect(mockGraph.sent.at(-1)?.variables).toMatchObject({ input: { nome: "Ana Maria" } });
});

test("an empty phone number removes it", async () => {
  const { user } = openPortal("/minhaconta-pg");
  await nome();
  await user.clear(telefone());
  await user.click(saveButton());
  await screen.findByText("Dados salvos.");
  expect(mockGraph.sent.at(-1)?.variables).toEqual({ input: { nome: "Ana Souza", telefone: null } });
});

test("a stored phone number that is none is shown as it is, and refused before anything is changed", async () => {
  const usuario = { nome: "Ana Souza", email: "ana@patas.example", telefone: "11 3265-4321 ramal 22", perfil: null };
  openSession("token-da-ana", usuario);
  openPortal("/minhaconta-pg");
  await nome();
  expect(telefone()).toHaveValue("11 3265-4321 ramal 22");
  await waitFor(() => expect(telefone()).toHaveAccessibleDescription(/O telefone deve ter DDD e 8 ou 9 dígitos\./));
});

test("e-mail and profile stay if the services omit them", async () => {
  mockGraph.respond({ atualizarUsuario: (args: Input) => ({ ...saves(args), email: null, perfil: null }) });
  const { user } = await openRenamed();
  await user.click(saveButton());
  await screen.findByText("Dados salvos.");
  expect(currentSession()?.usuario).toMatchObject({ email: "ana@patas.example", perfil: "Atendente" });
});

test("a phone number that cannot be read after it was saved is the one that was sent", async () => {
  const unreadable = failing("UPSTREAM_INVALID_RESPONSE", "Não foi possível ler o telefone.");
  mockGraph.respond({ atualizarUsuario: (args: Input) => ({ ...saves(args), telefone: unreadable }) });
  const { user } = await openRenamed();
  await user.click(saveButton());
  await screen.findByText("Dados salvos.");
  expect(currentSession()?.usuario).toMatchObject({ nome: "Ana Maria", telefone: "11987654321" });
});

test("a field that is not being changed follows what another tab has saved", async () => {
  const { user } = openPortal("/minhaconta-pg");
  await nome();
  await user.clear(telefone());
  await user.type(telefone(), "2132654321");
  act(() => updateUsuario({ nome: "Ana Maria", email: "ana@patas.example", telefone: null, perfil: null }));
  expect(await nome()).toHaveValue("Ana Maria");
  expect(telefone()).toHaveValue("(21) 3265-4321");
  await user.click(screen.getByRole("button", { name: "Descartar alterações" }));
  expect(telefone()).toHaveValue("");
});

describe("Salvar is disabled", () => {
  test("while nothing is changed", async () => {
    const { user } = openPortal("/minhaconta-pg");
    await nome();
    expect(saveButton()).toBeDisabled();
    await user.type(await nome(), "x");
    expect(saveButton()).toBeEnabled();
    await user.type(await nome(), "{Backspace}");
    expect(saveButton()).toBeDisabled();
    expect(drafts()).toEqual([]);
  });

  test("while a field is invalid, which is reported on blur", async () => {
    const { user } = openPortal("/minhaconta-pg");
    await user.clear(await nome());
    await user.tab();
    expect(await nome()).toHaveAccessibleDescription("O nome é obrigatório!");
    expect(saveButton()).toBeDisabled();
    await user.type(await nome(), "Ana");
    await user.type(telefone(), "{Backspace}{Backspace}");
    await user.tab();
    expect(telefone()).toHaveAccessibleDescription(/O telefone deve ter DDD e 8 ou 9 dígitos\./);
    expect(saveButton()).toBeDisabled();
  });
});

describe("where it cannot be saved", () => {
  test("each error is shown at its field, or in the alert if the form has none", async () => {
    const campos = [
      { campo: "telefone", mensagem: "Este telefone não." },
      { campo: "outro", mensagem: "Isso não." },
    ];
    mockGraph.respond({ atualizarUsuario: { __typename: "EntradaInvalida", campos } });
    const { user } = await openRenamed();
    await user.click(saveButton());
    expect(await alertText()).toHaveTextContent("Isso não.");
    expect(telefone()).toHaveAccessibleDescription("Este telefone não.");
  });

  test("a refusal is shown in the alert, and the input stays", async () => {
    mockGraph.respond({ atualizarUsuario: { __typename: "Recusa", mensagem: "O nome não pode ser alterado." } });
    const { user } = await openRenamed();
    await user.click(saveButton());
    expect(await screen.findByText("O nome não pode ser alterado.")).toBeVisible();
    expect(await nome()).toHaveValue("Ana Maria");
    expect(currentSession()?.usuario.nome).toBe("Ana Souza");
  });
});

describe("a draft", () => {
  test("survives an expired session, for the same user, and has only what was changed", async () => {
    const first = await openRenamed();
    endSession();
    await first.router.navigate("/login-pg");
    await screen.findByRole("heading", { name: "Login" });
    openSession("token-da-ana", {
      nome: "Ana Souza",
      email: "Ana@Patas.example",
      telefone: "2132654321",
      perfil: null,
    });
    await first.router.navigate("/minhaconta-pg");
    expect(await nome()).toHaveValue("Ana Maria");
    expect(telefone()).toHaveValue("(21) 3265-4321");
    expect(screen.getByText("O que você digitava foi recuperado e ainda não está salvo.")).toBeVisible();
    expect(saveButton()).toBeEnabled();
  });

  test("of the newest closed tab is continued by a new one", async () => {
    storeDraft("minha-conta/1", { nome: "Ana Maria" }, { savedAt: Date.now() - 1 });
    storeDraft("minha-conta/2", { nome: "Ana" }, { savedAt: Date.now() - 60_000 });
    openPortal("/minhaconta-pg");
    expect(await nome()).toHaveValue("Ana Maria");
    expect(screen.getByText("O que você digitava foi recuperado e ainda não está salvo.")).toBeVisible();
  });

  test("can be discarded", async () => {
    const { user } = await openRenamed();
    expect(drafts()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Descartar alterações" }));
    expect(await nome()).toHaveValue("Ana Souza");
    expect(await nome()).toHaveFocus();
    expect(drafts()).toEqual([]);
  });
});
