import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { currentSession, emailToChange, storeEmailToChange, whenSessionLost } from "../session.ts";
import { failing, mockGraph } from "../test/mockGraph.ts";
import { alertText, openPortal, signIn } from "../test/portal.tsx";

const CHANGED = { __typename: "SenhaTrocada", mensagem: "Sua senha foi alterada." };

type User = ReturnType<typeof openPortal>["user"];

const current = () => screen.findByLabelText("Senha atual");
const fresh = () => screen.getByLabelText("Nova senha");
const repeated = () => screen.getByLabelText("Repita a nova senha");
const save = (user: User) => user.click(screen.getByRole("button", { name: "Alterar senha" }));

async function fill(user: User, next = "Outra-lua-77", again = next) {
  await user.type(await current(), "Atual1234");
  await user.type(fresh(), next);
  await user.type(repeated(), again);
}

beforeEach(() => mockGraph.respond({ trocarSenha: CHANGED }));

describe("with a session", () => {
  beforeEach(signIn);

  test("changes the password within the portal, and stays signed in", async () => {
    const { user, address } = openPortal("/trocasenha-pg");
    expect(await screen.findByRole("navigation", { name: "Principal" })).toBeInTheDocument();
    await fill(user);
    await save(user);
    expect(await screen.findByText("Sua senha foi alterada.")).toBeVisible();
    expect(mockGraph.sent.at(-1)?.variables).toEqual({
      input: { email: "ana@patas.example", senhaAtual: "Atual1234", senhaNova: "Outra-lua-77" },
    });
    expect(await current()).toHaveValue("");
    expect(fresh()).toHaveValue("");
    expect(repeated()).toHaveValue("");
    expect(currentSession()?.dsToken).toBe("token-da-ana");
    expect(address()).toBe("/trocasenha-pg");
  });

  test("sees the e-mail, and cannot change it", async () => {
    openPortal("/trocasenha-pg");
    const email = await screen.findByRole("textbox", { name: "E-mail" });
    expect(email).toHaveValue("ana@patas.example");
    expect(email).toHaveAttribute("readonly");
  });

  test("fields have autocomplete attributes for password managers", async () => {
    openPortal("/trocasenha-pg");
    expect(await current()).toHaveAttribute("autocomplete", "current-password");
    expect(fresh()).toHaveAttribute("autocomplete", "new-password");
    expect(repeated()).toHaveAttribute("autocomplete", "new-password");
  });

  test("passwords can be made visible", async () => {
    const { user } = openPortal("/trocasenha-pg");
    expect(await current()).toHaveAttribute("type", "password");
    const [toggle] = screen.getAllByRole("button", { name: "Mostrar senha" });
    if (toggle) await user.click(toggle);
    expect(await current()).toHaveAttribute("type", "text");
    expect(screen.getByRole("button", { name: "Ocultar senha" })).toBeVisible();
  });

  test("shows the rules as they are met, and the strength", async () => {
    const { user } = openPortal("/trocasenha-pg");
    await user.type(await current(), "Atual1234");
    expect(fresh()).toHaveAccessibleDescription(/De 8 a 256 caracteres ?\(falta\)/);
    await user.type(fresh(), "lua77");
    expect(fresh()).toHaveAccessibleDescription(/De 8 a 256 caracteres ?\(falta\).*uma letra ?\(atendido\)/);
    expect(screen.getByText("Ainda não atende às regras acima.")).toBeVisible();
    await user.type(fresh(), " sobre o trapiche");
    expect(fresh()).toHaveAccessibleDescription(/De 8 a 256 caracteres ?\(atendido\)/);
    expect(screen.getByText("Força da senha: forte")).toBeVisible();
  });

  test("focuses the first invalid field and sends nothing", async () => {
    const { user } = openPortal("/trocasenha-pg");
    await current();
    await save(user);
    expect(screen.getByText("A senha atual é obrigatória!")).toBeVisible();
    expect(await current()).toHaveFocus();
    await fill(user, "Outra-lua-77", "Outra-lua-78");
    await save(user);
    expect(repeated()).toHaveFocus();
    expect(repeated()).toHaveAccessibleDescription("A repetição não é igual à nova senha.");
    await user.clear(fresh());
    await user.type(fresh(), "curta1");
    expect(repeated()).toBeValid();
    await save(user);
    expect(fresh()).toHaveFocus();
    expect(screen.getByText("A nova senha ainda não atende às regras.")).toBeVisible();
    await user.type(await current(), "5");
    expect(fresh()).toBeValid();
    expect(mockGraph.sentNames).not.toContain("TrocarSenha");
  });

  test("an error of a field is shown at the field", async () => {
    const campos = [{ campo: "senhaNova", mensagem: "A nova senha deve ser diferente da atual." }];
    mockGraph.respond({ trocarSenha: { __typename: "EntradaInvalida", campos } });
    const { user } = openPortal("/trocasenha-pg");
    await fill(user);
    await save(user);
    expect(await screen.findByText("A nova senha deve ser diferente da atual.")).toBeVisible();
    expect(fresh()).toHaveFocus();
    expect(fresh()).toBeInvalid();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  test("a refusal is shown in the alert, the input stays, and an expired session is detected", async () => {
    const onLost = vi.fn<() => void>();
    whenSessionLost(onLost);
    const { user } = openPortal("/trocasenha-pg");
    await fill(user);
    mockGraph.respond({
      trocarSenha: { __typename: "Recusa", mensagem: "E-mail ou senha atual inválidos." },
      menu: failing("UNAUTHENTICATED", "A sessão terminou."),
    });
    await save(user);
    expect(await alertText()).toHaveTextContent("E-mail ou senha atual inválidos.");
    expect(fresh()).toHaveValue("Outra-lua-77");
    await waitFor(() => expect(onLost).toHaveBeenCalled());
  });

  test("an answer without a result is an error", async () => {
    const { user } = openPortal("/trocasenha-pg");
    await fill(user);
    mockGraph.answerWith({ data: null });
    await save(user);
    expect(await screen.findByText(/Não foi possível falar com o servidor/)).toBeVisible();
  });

  test("a network error is shown", async () => {
    const { user } = openPortal("/trocasenha-pg");
    await fill(user);
    mockGraph.disconnect();
    await save(user);
    expect(await screen.findByText(/Não foi possível falar com o servidor/)).toBeVisible();
  });
});

test("a forced change keeps the history state of the screen to return to", async () => {
  mockGraph.respond({
    validarEmail: { __typename: "TrocaDeSenhaExigida", mensagem: "Sua senha deve ser alterada!" },
  });
  const search = "?voltar=%2Fconsulta-acionamento";
  const voltar = { busca: "529.982.247-25" };
  const { user, address, router } = openPortal([{ pathname: "/login-pg", search, state: { voltar } }]);
  await user.type(await screen.findByRole("textbox", { name: "E-mail" }), "ana@patas.example{Enter}");
  await user.click(await screen.findByRole("button", { name: "Fechar" }));
  await fill(user);
  await save(user);
  await waitFor(() => expect(address()).toBe(`/login-pg${search}`));
  expect(router.state.location.state).toMatchObject({ email: "ana@patas.example", voltar });
});

test("a forced change before the login can be cancelled by going back to it", async () => {
  storeEmailToChange("ana@patas.example");
  const { user, address } = openPortal("/trocasenha-pg?voltar=%2Fconsulta-acionamento");
  await user.click(await screen.findByRole("link", { name: "Voltar ao login" }));
  await waitFor(() => expect(address()).toBe("/login-pg?voltar=%2Fconsulta-acionamento"));
  expect(emailToChange()).toBeNull();
});
