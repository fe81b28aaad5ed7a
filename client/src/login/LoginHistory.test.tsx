import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { currentSession } from "../session.ts";
import { failing, mockGraph } from "../test/mockGraph.ts";
import { openPortal } from "../test/portal.tsx";
import {
  ACCEPTED,
  alertText,
  button,
  codeField,
  emailField,
  enterCode,
  enterEmail,
  enterPassword,
  openAtCode,
  openAtPassword,
  passwordField,
  SENT,
  SESSION,
  start,
} from "./login.fixtures.ts";

beforeEach(start);

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
    ["e-mail", "/nenhuma", async (at: string[]) => openPortal(at), enterEmail, "validarEmail", SENT()],
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
    openPortal([{ pathname: "/login-pg", state: { etapa: { step: "senha", email: 1 } } }]);
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

  test("a user who was blocked meanwhile is told, at the e-mail step", async () => {
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
