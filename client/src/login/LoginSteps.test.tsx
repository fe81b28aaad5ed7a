import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { currentSession } from "../session.ts";
import { failing, mockGraph } from "../test/mockGraph.ts";
import { alertText, openPortal } from "../test/portal.tsx";
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

beforeEach(mockLogin);

describe("the wizard", () => {
  test("leads by e-mail, code and password to the home page, and keeps the session alone, under `auth`", async () => {
    const { user, address } = await openAtPassword();
    await enterPassword(user);
    await waitFor(() => expect(address()).toBe("/home-page"));
    expect(JSON.parse(sessionStorage.getItem("auth") ?? "")).toEqual({
      dsToken: "token-novo",
      usuario: { nome: "Ana Souza", email: EMAIL, telefone: null, perfil: "Atendente" },
    });
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]);
    expect(kept).not.toMatch(/Segredo123|A1B2C3/);
    const steps = mockGraph.sent.slice(0, 3).map(({ name, variables }) => ({ name, variables }));
    expect(steps).toEqual([
      { name: "ValidarEmail", variables: { email: EMAIL } },
      { name: "ValidarCodigo", variables: { desafio: "desafio-1", codigo: "A1B2C3" } },
      { name: "Entrar", variables: { desafio: "desafio-2", senha: "Segredo123" } },
    ]);
  });

  test("goes back to the e-mail step, with the e-mail still there", async () => {
    const { user } = await openAtPassword();
    await user.click(button("Voltar"));
    expect(await emailField()).toHaveValue(EMAIL);
    expect(await emailField()).toHaveFocus();
  });

  test("fields have autocomplete attributes for password managers", async () => {
    const { user } = openPortal("/login-pg");
    expect(await emailField()).toHaveAttribute("autocomplete", "username");
    expect(await emailField()).toHaveAttribute("name", "ds_email");
    await enterEmail(user);
    expect(await codeField()).toHaveAttribute("autocomplete", "one-time-code");
    expect(await codeField()).toHaveAttribute("name", "cd_acesso");
    await enterCode(user);
    const password = await passwordField();
    expect(password).toHaveAttribute("autocomplete", "current-password");
    expect(password).toHaveAttribute("name", "ds_senha");
    expect(password.closest("form")?.querySelector("[autocomplete=username]")).toHaveValue(EMAIL);
  });
});

test("whether a code has expired is told by the gateway's clock, not by a wrong one of the computer", async () => {
  const twoHours = 2 * 60 * 60_000;
  mockGraph.shiftClock(-twoHours);
  const expiraEm = new Date(Date.now() - twoHours + 10 * 60_000).toISOString();
  mockGraph.respond({ validarEmail: { __typename: "CodigoEnviado", desafio: "desafio-1", expiraEm } });
  await openAtCode();
  expect(await screen.findByText(/O código vale até as/)).toBeVisible();
  expect(screen.queryByText(/O código valeu/)).not.toBeInTheDocument();
});

describe("the rules of §5", () => {
  test("the e-mail is required, reported on blur or change", async () => {
    const { user } = openPortal("/login-pg");
    const field = await emailField();
    expect(button("Próximo")).toBeDisabled();
    expect(screen.queryByText("O campo e-mail é obrigatório!")).not.toBeInTheDocument();
    await user.tab();
    expect(screen.getByText("O campo e-mail é obrigatório!")).toBeVisible();
    await user.type(field, "isto não é um endereço");
    expect(screen.queryByText("O campo e-mail é obrigatório!")).not.toBeInTheDocument();
    expect(button("Próximo")).toBeEnabled();
    await user.clear(field);
    expect(screen.getByText("O campo e-mail é obrigatório!")).toBeVisible();
    expect(field).toBeInvalid();
  });

  test("the code has exactly 6 characters", async () => {
    const { user } = await openAtCode();
    const field = await codeField();
    expect(button("Enviar")).toBeDisabled();
    expect(screen.queryByText("O código é obrigatório!")).not.toBeInTheDocument();
    await user.type(field, "12345");
    // It is being typed.
    expect(screen.queryByText("O código é obrigatório!")).not.toBeInTheDocument();
    expect(button("Enviar")).toBeDisabled();
    await user.clear(field);
    expect(screen.getByText("O código é obrigatório!")).toBeVisible();
    await user.type(field, "12345");
    expect(screen.queryByText("O código é obrigatório!")).not.toBeInTheDocument();
    await user.tab();
    expect(screen.getByText("O código é obrigatório!")).toBeVisible();
    await user.type(field, "6");
    expect(screen.queryByText("O código é obrigatório!")).not.toBeInTheDocument();
    expect(button("Enviar")).toBeEnabled();
    await user.type(field, "7");
    expect(button("Enviar")).toBeDisabled();
  });

  test("the password is required", async () => {
    const { user } = await openAtPassword();
    expect(button("Entrar")).toBeDisabled();
    const field = await passwordField();
    await user.type(field, "x");
    expect(button("Entrar")).toBeEnabled();
    await user.clear(field);
    expect(button("Entrar")).toBeDisabled();
    expect(screen.getByText("A senha é obrigatória!")).toBeVisible();
    expect(field).toBeInvalid();
  });

  // Other forms in pasted.test.ts.
  test("a pasted code is shown as it is sent", async () => {
    const { user } = await openAtCode();
    await user.click(await codeField());
    await user.paste("Código: A1B-2C3");
    expect(await codeField()).toHaveValue("A1B2C3");
    await user.keyboard("{Enter}");
    await passwordField();
    expect(mockGraph.sent.at(-1)?.variables).toMatchObject({ codigo: "A1B2C3" });
  });
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

/** The code step, with a stopped clock. */
async function openWaiting() {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  return openAtCode();
}

describe("the steps in the browser's history", () => {
  test.each(["/login-pg", "/logout-pg"])("after the login at %s no step is below the next screen", async (from) => {
    const { user, address, router } = await openAtPassword(from);
    await enterPassword(user);
    await waitFor(() => expect(address()).toBe("/home-page"));
    await act(() => router.navigate(-1));
    expect(address()).toBe("/home-page");
    // The step that Forward opens is over.
    await act(() => router.navigate(1));
    expect(await emailField()).toBeVisible();
    expect(screen.getByRole("link", { name: "Continuar como Ana Souza" })).toBeVisible();
    expect(currentSession()?.dsToken).toBe("token-novo");
  });

  const refused = { __typename: "Recusa", mensagem: "Esta validação não serve mais.", codigo: "DESAFIO_USADO" };

  test.each([
    ["e-mail", "/nenhuma", async (address: string[]) => openPortal(address), enterEmail, "validarEmail", SENT()],
    ["code", "/login-pg", openAtCode, enterCode, "validarCodigo", ACCEPTED()],
    ["refused code", "/login-pg", openAtCode, enterCode, "validarCodigo", refused],
    ["password", "/login-pg", openAtPassword, enterPassword, "entrar", SESSION],
  ])("the answer about a step that Back has left changes nothing: %s", async (_, left, open, enter, call, result) => {
    const { user, address, router } = await open(["/nenhuma", "/login-pg"]);
    const answer = mockGraph.hold({ [call]: result });
    await enter(user);
    expect(screen.getByText("Aguarde…")).toBeVisible();
    await act(() => router.navigate(-1));
    answer();
    await waitFor(() => expect(screen.queryByText("Aguarde…")).not.toBeInTheDocument());
    expect(address()).toBe(left);
    expect(router.state.location.state).toBeNull();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(currentSession()).toBeNull();
  });

  test("an odd history state is the first step", async () => {
    openPortal([{ pathname: "/login-pg", state: { step: { name: "senha", email: 1 } } }]);
    expect(await emailField()).toBeVisible();
  });
});

describe("sending the code again", () => {
  const MINUTE = 60_000;

  test("after a minute replaces the code: its time is shown, the field is empty, the wait begins again", async () => {
    const { user } = await openWaiting();
    await user.type(await codeField(), "A1B");
    expect(screen.getByText("O código poderá ser reenviado em 1 minuto.")).toBeInTheDocument();
    pass(MINUTE - 5000);
    expect(button("Reenviar código em 0:05")).toBeDisabled();
    pass(5000);
    expect(screen.getByText("O código já pode ser reenviado.")).toBeInTheDocument();
    mockGraph.respond({ validarEmail: { ...SENT(), desafio: "desafio-novo", expiraEm: "2126-11-20T14:13:00-03:00" } });
    await user.click(button("Reenviar código"));
    expect(await screen.findByText(/O código vale até as 14:13\./)).toBeVisible();
    expect(await codeField()).toHaveValue("");
    expect(await codeField()).toHaveFocus();
    expect(button("Reenviar código em 1:00")).toBeDisabled();
    await enterCode(user);
    await passwordField();
    expect(mockGraph.sent.at(-1)?.variables).toEqual({ desafio: "desafio-novo", codigo: "A1B2C3" });
  });

  test("waits as long as the gateway asks when too many were sent", async () => {
    const { user } = await openWaiting();
    pass(MINUTE);
    mockGraph.respond({
      validarEmail: failing("RATE_LIMITED", "Muitos códigos. Tente novamente em 12 minutos.", { retryAfter: 700 }),
    });
    await user.click(button("Reenviar código"));
    expect(await alertText()).toHaveTextContent("Muitos códigos. Tente novamente em 12 minutos.");
    await user.click(button("Fechar"));
    expect(button("Reenviar código em 11:40")).toBeDisabled();
    expect(screen.getByText("O código poderá ser reenviado em 12 minutos.")).toBeInTheDocument();
  });

  test("the e-mail step tells a user who was blocked meanwhile", async () => {
    const { user } = await openWaiting();
    pass(MINUTE);
    mockGraph.respond({
      validarEmail: {
        __typename: "UsuarioBloqueado",
        mensagem: "Entrar em contato com o administrador do sistema!",
      },
    });
    await user.click(button("Reenviar código"));
    expect(await alertText()).toHaveTextContent("Entrar em contato com o administrador do sistema!");
    await user.click(button("Fechar"));
    expect(await emailField()).toHaveValue("");
    await enterEmail(user);
  });
});
