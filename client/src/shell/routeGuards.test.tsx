import { screen, waitFor } from "@testing-library/react";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRouter } from "../routes.tsx";
import { storeEmailToChange } from "../session.ts";
import { failing, mockGraph } from "../test/mockGraph.ts";
import { openPortal, renderRouter, signIn } from "../test/portal.tsx";
import { loginRouteState } from "./loginRouteState.ts";
import { afterLogin, loginAddress } from "./routeGuards.ts";

const SCREENS = [
  "/consulta-acionamento?status=ABERTO&seguradora=3",
  "/novo-acionamento",
  "/visualiza-acionamento?sinistro=2026000000001",
  "/reabre-acionamento?sinistro=2026000000001",
  "/minhaconta-pg",
  "/trocasenha-pg",
];

describe("without a session", () => {
  test.each(SCREENS)("%s leads to the login and comes back after it", async (screenAddress) => {
    const { address, router } = openPortal(screenAddress);
    await waitFor(() => expect(address()).toMatch(/^\/login-pg\?voltar=/));
    expect(afterLogin(router.state.location.search)).toBe(screenAddress);
    expect(mockGraph.sent).toEqual([]);
  });

  test("the home page leads to the plain login", async () => {
    const { address } = openPortal("/home-page");
    await waitFor(() => expect(address()).toBe("/login-pg"));
  });

  test("an unknown address links to the login", async () => {
    openPortal("/nada-aqui");
    expect(await screen.findByRole("heading", { name: "Página não encontrada" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Ir para o login" })).toHaveAttribute("href", "/login-pg");
  });

  test("a forced password change is allowed", async () => {
    storeEmailToChange("luciana@patas.example");
    const { address, router } = openPortal("/trocasenha-pg");
    await waitFor(() => expect(router.state.initialized).toBe(true));
    expect(address()).toBe("/trocasenha-pg");
  });
});

describe("after the login", () => {
  test("any address of the portal comes back as it was", () => {
    fc.assert(
      fc.property(fc.constantFrom("/home-page", ...SCREENS), fc.string(), (path, text) => {
        const { pathname, search } = new URL(
          `${path.split("?")[0]}?sinistro=${encodeURIComponent(text)}`,
          location.origin,
        );
        const login = new URL(loginAddress(pathname + search), location.origin);
        expect(afterLogin(login.search)).toBe(pathname + search);
      }),
    );
  });

  test.each([
    "https://example.com/",
    "//example.com",
    "http://[",
    "/\\example.com",
    "javascript:alert(1)",
    `blob:${location.origin}//example.com`,
    "/login-pg",
    "/logout-pg",
    "/logout-pg/",
    "/LOGOUT-pg",
    "/%6cogout-pg?x",
    "/",
    "",
  ])("no redirect to %j", (back) => {
    expect(afterLogin(`?${new URLSearchParams({ voltar: back }).toString()}`)).toBe("/home-page");
  });
});

const refuse = failing("UNAUTHENTICATED", "A sessão terminou.");

/** The portal as the browser has it, which loses a session that is rejected. */
function openInBrowser(address: string, state: object | null = null) {
  history.replaceState(state, "", address);
  const router = createRouter();
  renderRouter(router);
  onTestFinished(() => router.dispose());
  return router;
}

test("a search text with a CPF survives the login in the history state", async () => {
  signIn();
  mockGraph.respond({ acionamentos: null });
  const state = { usr: { busca: "529.982.247-25" }, key: "chave" };
  const router = openInBrowser("/consulta-acionamento?status=ABERTO", state);
  await waitFor(() => expect(mockGraph.sent).toHaveLength(1));
  expect(mockGraph.sent[0]?.variables).toMatchObject({ busca: "529.982.247-25" });
  mockGraph.respond({ acionamentos: refuse });
  await router.revalidate();
  await waitFor(() => expect(location.pathname).toBe("/login-pg"));
  expect(loginRouteState(router.state.location.state).voltar).toEqual({ busca: "529.982.247-25" });
  expect(location.href).not.toContain("529");
});

test("a session that ends at an unknown address does not redirect to the login", async () => {
  signIn();
  mockGraph.respond({ menu: refuse });
  openInBrowser("/nada-aqui");
  expect(await screen.findByRole("alertdialog", { name: "Atenção!" })).toHaveTextContent("Sua sessão terminou.");
  const login = await screen.findByRole("link", { name: "Ir para o login", hidden: true });
  expect(login).toHaveAttribute("href", "/login-pg");
  expect(location.pathname).toBe("/nada-aqui");
});

test("a rejected session is reported once, cleared, and leads to the login and back", async () => {
  signIn();
  mockGraph.respond({ menu: refuse, acionamento: refuse });
  openInBrowser("/visualiza-acionamento?sinistro=2026000000001");
  expect(await screen.findByRole("alertdialog", { name: "Atenção!" })).toHaveTextContent("Sua sessão terminou.");
  await waitFor(() => expect(location.pathname).toBe("/login-pg"));
  expect(afterLogin(location.search)).toBe("/visualiza-acionamento?sinistro=2026000000001");
  expect(sessionStorage.getItem("auth")).toBeNull();
  expect(screen.getAllByRole("alertdialog")).toHaveLength(1);
});
