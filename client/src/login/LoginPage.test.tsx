import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { writeDraft } from "../draft.ts";
import type { CodigoDaRecusa } from "../gql/graphql.ts";
import { client } from "../graph/client.ts";
import { currentSession, emailToChange, storeEmailToChange } from "../session.ts";
import { failing, mockGraph } from "../test/mockGraph.ts";
import { alertText, openPortal, signIn } from "../test/portal.tsx";
import {
  ACCEPTED,
  button,
  codeField,
  EMAIL,
  emailField,
  enterCode,
  enterEmail,
  enterPassword,
  openAtCode,
  openAtPassword,
  passwordField,
  SENT,
  SESSION,
  mockLogin,
} from "./login.fixtures.ts";

const refused = (mensagem: string, codigo: CodigoDaRecusa | null = null) => ({
  __typename: "Recusa",
  mensagem,
  codigo,
});
/** As after a deploy, when the file is gone. */
function loseCalls(): void {
  vi.doMock("./login.mutations.ts", () => {
    throw new Error("No connection");
  });
  onTestFinished(() => vi.doUnmock("./login.mutations.ts"));
}

const spyOnLog = () => vi.spyOn(console, "error").mockImplementation(() => undefined);
const unavailable = failing("UPSTREAM_UNAVAILABLE", "O serviço não respondeu.");

beforeEach(mockLogin);

describe("the session before", () => {
  test("is cleared before the e-mail check", async () => {
    signIn();
    const { user } = openPortal("/login-pg");
    await enterEmail(user);
    await codeField();
    expect(currentSession()).toBeNull();
    expect(mockGraph.sent.at(-1)?.authorization).toBe("Bearer 0");
    expect(sessionStorage.getItem("auth")).toBeNull();
  });

  test("can be continued", async () => {
    signIn();
    openPortal("/login-pg?voltar=%2Fminhaconta-pg");
    const link = await screen.findByRole("link", { name: "Continuar como Ana Souza" });
    expect(link).toHaveAttribute("href", "/minhaconta-pg");
  });

  test.each([
    ["with an answer", () => undefined, ["Bearer token-da-ana"]],
    ["without a connection", () => mockGraph.disconnect(), ["Bearer token-da-ana"]],
    ["without the code of the logout", loseCalls, []],
  ])("is cleared at /logout-pg %s, which shows the login", async (_, prepare, sent) => {
    signIn();
    prepare();
    openPortal("/logout-pg");
    expect(await emailField()).toBeVisible();
    expect(sessionStorage.getItem("auth")).toBeNull();
    expect(screen.queryByRole("link", { name: /Continuar/ })).not.toBeInTheDocument();
    expect(mockGraph.sentAs("Sair").map(({ authorization }) => authorization)).toEqual(sent);
  });
});

test("a user of whom a detail cannot be read may sign in", async () => {
  const telefone = failing("UPSTREAM_INVALID_RESPONSE", "Não foi possível ler o telefone.");
  mockGraph.respond({ entrar: { ...SESSION, usuario: { ...SESSION.usuario, telefone } } });
  const { user, address } = await openAtPassword();
  await enterPassword(user);
  await waitFor(() => expect(address()).toBe("/home-page"));
  expect(currentSession()?.usuario).toEqual(SESSION.usuario);
});

describe("the error catalogue (§8)", () => {
  test("a refused e-mail: the server's text, still step 1", async () => {
    mockGraph.respond({ validarEmail: refused("O e-mail informado não é válido.") });
    const { user } = openPortal("/login-pg");
    await enterEmail(user);
    expect(await alertText()).toHaveTextContent("O e-mail informado não é válido.");
    expect(await emailField()).toHaveValue(EMAIL);
  });

  test("a refused password: the server's text, still step 3", async () => {
    mockGraph.respond({ entrar: refused("E-mail ou senha inválidos.") });
    const { user } = await openAtPassword();
    await enterPassword(user);
    expect(await alertText()).toHaveTextContent("E-mail ou senha inválidos.");
    await user.click(button("Fechar"));
    expect(await passwordField()).toHaveFocus();
    expect(currentSession()).toBeNull();
  });

  test.each([
    ["code", "validarCodigo", openAtCode, enterCode],
    ["password", "entrar", openAtPassword, enterPassword],
  ] as const)("a password that must be changed, as the %s step tells: its change", async (_, call, open, enter) => {
    mockGraph.respond({ [call]: refused("Sua senha deve ser alterada!") });
    const { user, address } = await open();
    await enter(user);
    expect(await alertText()).toHaveTextContent("Sua senha deve ser alterada!");
    await waitFor(() => expect(address()).toBe("/trocasenha-pg"));
    expect(localStorage.getItem("email")).toBe(EMAIL);
  });

  test.each(["DESAFIO_EXPIRADO", "DESAFIO_USADO", "DESAFIO_ESGOTADO"] as const)(
    "an unusable desafio leads back to the e-mail, which is still there: %s",
    async (codigo) => {
      const mensagem = "Esta validação não serve mais.";
      mockGraph.respond({ validarCodigo: refused(mensagem, codigo) });
      const { user } = await openAtCode();
      await enterCode(user);
      expect(await alertText()).toHaveTextContent(mensagem);
      await user.click(button("Fechar"));
      expect(await emailField()).toHaveValue(EMAIL);
      expect(await emailField()).toHaveFocus();
    },
  );

  test("a desafio that the gateway does not know leads back to the e-mail", async () => {
    const { user } = await openAtPassword();
    mockGraph.respond({
      entrar: failing("BAD_USER_INPUT", "Esta validação não é válida. Comece de novo pelo e-mail."),
    });
    await enterPassword(user);
    expect(await alertText()).toHaveTextContent("Esta validação não é válida.");
    await user.click(button("Fechar"));
    expect(await emailField()).toHaveValue(EMAIL);
  });

  test("other errors of the graph: the alert with their text", async () => {
    mockGraph.respond({ validarEmail: failing("RATE_LIMITED", "Há acessos demais no momento.") });
    const { user } = openPortal("/login-pg");
    await enterEmail(user);
    expect(await alertText()).toHaveTextContent("Há acessos demais no momento.");
  });

  describe("a failed call", () => {
    test.each([
      ["no connection", () => mockGraph.disconnect()],
      ["no code of its calls", () => vi.spyOn(client, "clearStore").mockRejectedValueOnce(new TypeError("Failed"))],
      ["no service", () => mockGraph.respond({ validarEmail: unavailable })],
    ])("e-mail step, %s: only logged, no message, no overlay", async (_, fail) => {
      const logged = spyOnLog();
      fail();
      const { user } = openPortal("/login-pg");
      await enterEmail(user);
      await waitFor(() => expect(logged).toHaveBeenCalledOnce());
      await waitFor(() => expect(screen.queryByText("Aguarde…")).not.toBeInTheDocument());
      expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
      expect(JSON.stringify(logged.mock.calls)).not.toContain(EMAIL);
      expect(await emailField()).toHaveValue(EMAIL);
    });

    test("code step: the last stored text", async () => {
      const logged = spyOnLog();
      mockGraph.respond({ validarCodigo: refused("Código inválido ou expirado.") });
      const { user } = await openAtCode();
      await enterCode(user);
      await alertText();
      await user.click(button("Fechar"));
      mockGraph.disconnect();
      await user.click(button("Enviar"));
      expect(await alertText()).toHaveTextContent("Código inválido ou expirado.");
      expect(logged).not.toHaveBeenCalled();
    });

    test("password step: the last stored text, even of another step", async () => {
      mockGraph.respond({ validarCodigo: refused("Código inválido ou expirado.") });
      const { user } = await openAtCode();
      await enterCode(user, "XXXXXX");
      await alertText();
      await user.click(button("Fechar"));
      mockGraph.respond({ validarCodigo: ACCEPTED, entrar: unavailable });
      await user.keyboard("A1B2C3{Enter}");
      await enterPassword(user);
      expect(await alertText()).toHaveTextContent("Código inválido ou expirado.");
    });

    test.each([
      ["no connection", () => mockGraph.disconnect(), /Verifique a conexão/],
      ["no service", () => mockGraph.respond({ entrar: unavailable }), /O serviço não respondeu/],
    ])("password step, %s, nothing stored yet: no empty alert", async (_, fail, text) => {
      const { user } = await openAtPassword();
      fail();
      await enterPassword(user);
      expect(await alertText()).toHaveTextContent(text);
    });

    test("e-mail step: a response without a result is an error", async () => {
      const logged = spyOnLog();
      mockGraph.answerWith({ data: null });
      const { user } = openPortal("/login-pg");
      await enterEmail(user);
      await waitFor(() => expect(logged).toHaveBeenCalledWith("validarEmail", expect.any(Error)));
    });

    test.each([
      ["code", openAtCode, enterCode],
      ["password", openAtPassword, enterPassword],
    ])("%s step: a response without a result is an error", async (_, open, enter) => {
      spyOnLog();
      const { user } = await open();
      mockGraph.answerWith({ data: null });
      await enter(user);
      expect(await alertText()).toHaveTextContent(/Não foi possível falar com o servidor/);
    });

    test("the wait ends when a call gets no response", async () => {
      const { user } = await openAtPassword();
      vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
      mockGraph.hold({ entrar: SESSION });
      await user.type(await passwordField(), "Segredo123{Enter}");
      expect(await screen.findByText("Aguarde…")).toBeVisible();
      await vi.advanceTimersByTimeAsync(31_000);
      expect(await alertText()).toHaveTextContent(/Não foi possível falar com o servidor/);
      expect(screen.queryByText("Aguarde…")).not.toBeInTheDocument();
    });

    test("the last stored text is of this visit: another one starts without", async () => {
      mockGraph.respond({ validarEmail: refused("O e-mail informado não é válido.") });
      const { user, router } = openPortal("/login-pg");
      await enterEmail(user);
      await alertText();
      await user.click(button("Fechar"));
      await router.navigate("/nada-aqui");
      await screen.findByRole("heading", { name: "Página não encontrada" });
      await router.navigate("/login-pg");
      mockGraph.respond({ validarEmail: SENT });
      await enterEmail(user);
      await codeField();
      mockGraph.disconnect();
      await enterCode(user);
      expect(await alertText()).toHaveTextContent(/Verifique a conexão/);
    });
  });
});

test("while a request is pending the overlay is shown, a second Enter sends nothing, and Voltar is blocked", async () => {
  const answer = mockGraph.hold({ validarCodigo: ACCEPTED });
  const { user } = await openAtCode();
  await user.type(await codeField(), "A1B2C3{Enter}{Enter}");
  expect(await screen.findByText("Aguarde…")).toBeInTheDocument();
  button("Voltar").focus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("heading", { name: "Validação de Login" })).toBeInTheDocument();
  await waitFor(() => expect(mockGraph.sentNames).toContain("ValidarCodigo"));
  answer();
  await passwordField();
  expect(mockGraph.sentAs("ValidarCodigo")).toHaveLength(1);
});

test.each([
  ["2126-11-20T14:13:00-03:00", /^O código vale até as 14:13\./],
  ["2026-01-20T14:13:00-03:00", "O código valeu até as 14:13. Peça outro."],
])("the expiry time of a code, %s, is shown as a time of day, with what to do after it", async (expiraEm, text) => {
  mockGraph.respond({ validarEmail: { ...SENT(), expiraEm } });
  await openAtCode();
  expect(await screen.findByText(text)).toBeVisible();
});

// Return addresses are tested in routeGuards.test.tsx.
test("the login leads to the return address, and clears a pending forced change", async () => {
  storeEmailToChange("outra@patas.example");
  const { user, address } = await openAtPassword("/login-pg?voltar=%2Fconsulta-acionamento%3Fstatus%3DABERTO");
  await enterPassword(user);
  await waitFor(() => expect(address()).toBe("/consulta-acionamento?status=ABERTO"));
  expect(emailToChange()).toBeNull();
});

test("after a logout the user may delete the drafts that stay in the browser", async () => {
  signIn();
  writeDraft("novo-acionamento/1", { nota: 1 });
  writeDraft("novo-acionamento/2", { nota: 1 }, { owner: "bia@patas.example" });
  const { user } = openPortal("/logout-pg");
  expect(await screen.findByText(/Este computador guarda 1 rascunho seu por até 7 dias/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Apagar" }));
  expect(await screen.findByText("Os rascunhos foram apagados.")).toHaveFocus();
  expect(Object.keys(localStorage)).toEqual(["rascunho:bia@patas.example:novo-acionamento/2"]);
});
