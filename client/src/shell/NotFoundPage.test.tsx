import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPortal, signIn } from "../test/portal.tsx";

test("an unknown address links to the login without a session", async () => {
  openPortal("/nada-aqui");
  expect(await screen.findByRole("heading", { name: "Página não encontrada" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Ir para o login" })).toHaveAttribute("href", "/login-pg");
});

test("with a session an unknown address is shown in the shell and links to the home page", async () => {
  signIn();
  openPortal("/nada-aqui/");
  expect(await screen.findByRole("heading", { name: "Página não encontrada" })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Consultar acionamentos" })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Ir para o início" })).toHaveAttribute("href", "/home-page");
});
