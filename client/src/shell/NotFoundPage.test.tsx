import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPortal, signIn } from "../test/portal.tsx";

test("an unknown address links to the login without a session", async () => {
  openPortal("/nada-aqui");
  expect(await screen.findByRole("heading", { name: "Página não encontrada" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Ir para o login" })).toHaveAttribute("href", "/login-pg");
});

test("an unknown address links to the home page with a session", async () => {
  signIn();
  openPortal("/nada-aqui");
  expect(await screen.findByRole("link", { name: "Ir para o início" })).toHaveAttribute("href", "/home-page");
});
