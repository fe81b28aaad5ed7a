import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { mockGraph } from "./test/mockGraph.ts";
import { storeDraft } from "./test/storage.ts";

const ANA = { nome: "Ana Souza", email: "ana@patas.example", telefone: null, perfil: "Atendente" };
const KEPT = { dsToken: "token-da-ana", usuario: ANA };

/** The module as a page that has just been loaded finds it. */
async function reload() {
  vi.resetModules();
  return import("./session.ts");
}

beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  // For the modules of this test, which answer those of the next one.
  (await import("./session.ts")).endSession();
});

test("an opened session survives a reload under the key `auth`, an ended one leaves nothing behind", async () => {
  const before = await reload();
  before.openSession("token-da-ana", ANA);
  expect(JSON.parse(sessionStorage.getItem("auth") ?? "")).toEqual(KEPT);
  const after = await reload();
  expect(after.currentSession()).toEqual(KEPT);
  sessionStorage.setItem("another", "token-da-ana");
  after.endSession();
  expect(sessionStorage).toHaveLength(0);
  expect(sessionStorage.getItem("auth")).toBeNull();
  expect((await reload()).currentSession()).toBeNull();
});

test.each([
  "",
  "lixo",
  "null",
  "0",
  "[]",
  '"token"',
  "{}",
  '{"dsToken":7,"usuario":{"nome":"Ana","email":null,"telefone":null,"perfil":null}}',
  '{"dsToken":"","usuario":{"nome":"Ana","email":null,"telefone":null,"perfil":null}}',
  '{"dsToken":"t\\n€","usuario":{"nome":"Ana","email":null,"telefone":null,"perfil":null}}',
])("garbage under the key is no session: %s", async (garbage) => {
  sessionStorage.setItem("auth", garbage);
  const session = await reload();
  expect(session.currentSession()).toBeNull();
  expect(session.currentToken()).toBe("0");
});

test.each([
  ['{"dsToken":"t"}', { nome: "", email: null }],
  ['{"dsToken":"t","usuario":{"nome":"Ana","email":1}}', { nome: "Ana", email: null }],
])("a session needs a token only: %s", async (auth, usuario) => {
  sessionStorage.setItem("auth", auth);
  const session = await reload();
  expect(session.currentToken()).toBe("t");
  expect(session.currentSession()?.usuario).toEqual({ ...usuario, telefone: null, perfil: null });
});

test("without a channel to other tabs, which Firefox refuses with the storage, the session is this tab's", async () => {
  vi.stubGlobal("BroadcastChannel", function refuse() {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  const session = await reload();
  expect(await session.knownSession()).toBeNull();
  session.openSession("token-da-ana", ANA);
  session.updateUsuario({ ...ANA, nome: "Ana Maria" });
  expect(session.currentSession()?.usuario.nome).toBe("Ana Maria");
  session.endSession();
  expect(session.currentSession()).toBeNull();
});

test("without a session user data are not stored", async () => {
  const session = await reload();
  session.updateUsuario(ANA);
  expect(sessionStorage.getItem("auth")).toBeNull();
});

test("an empty e-mail counts as none", async () => {
  localStorage.setItem("email", "  ");
  expect((await reload()).emailToChange()).toBeNull();
});

test("a logout in a tab that was just opened is of the session of another one, and offers to delete its drafts", async () => {
  storeDraft("novo-acionamento/1", {});
  // The new tab waits until the other one answers.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.resetModules();
  const { openPortal } = await import("./test/portal.tsx");
  vi.useRealTimers();
  const another = new BroadcastChannel("sessao");
  onTestFinished(() => another.close());
  openPortal("/logout-pg");
  another.postMessage({ kind: "session", session: KEPT });
  expect(await screen.findByText(/Este computador guarda 1 rascunho seu/)).toBeVisible();
  expect(sessionStorage.getItem("auth")).toBeNull();
  expect(mockGraph.sentNames).toEqual(["Sair"]);
});

test("changed user data reach the other tabs", async () => {
  const first = await reload();
  first.openSession("token-da-ana", ANA);
  sessionStorage.clear();
  const second = await reload();
  await second.knownSession();
  second.updateUsuario({ ...ANA, nome: "Ana Maria" });
  await vi.waitFor(() => expect(first.currentSession()?.usuario.nome).toBe("Ana Maria"));
});

test("without another tab, or with garbage from it, a new tab has no session", async () => {
  const channel = new BroadcastChannel("sessao");
  const fresh = await reload();
  channel.postMessage({ kind: "session", session: { dsToken: 7 } });
  expect(await fresh.knownSession()).toBeNull();
  channel.close();
});

test("an answer that comes late is taken, but not after a logout here", async () => {
  const another = new BroadcastChannel("sessao");
  onTestFinished(() => another.close());
  const handOver = () => another.postMessage({ kind: "session", session: KEPT });
  const fresh = await reload();
  expect(await fresh.knownSession()).toBeNull();
  handOver();
  await vi.waitFor(() => expect(fresh.currentSession()).toEqual(KEPT));

  fresh.endSession();
  handOver();
  // Messages arrive in order.
  const asked = new Promise((resolve) => another.addEventListener("message", resolve));
  fresh.openSession("token-do-beto", ANA);
  another.postMessage({ kind: "ask" });
  await asked;
  expect(fresh.currentSession()?.dsToken).toBe("token-do-beto");
});

test("another user's session does not end with that of one tab", async () => {
  const first = await reload();
  first.openSession("token-da-ana", ANA);
  const channel = new BroadcastChannel("sessao");
  channel.postMessage({ kind: "ended", dsToken: "token-do-carlos" });
  // Messages arrive in order.
  const asked = new Promise((resolve) => channel.addEventListener("message", resolve));
  channel.postMessage({ kind: "ask" });
  await asked;
  expect(first.currentSession()).toEqual(KEPT);
  channel.close();
});
