import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPortal, signIn } from "../test/portal.tsx";

test("an unknown address leads who is not signed in to the login", async () => {
  openPortal("/nada-aqui");
  expect(await screen.findByRole("heading", { name: "Página não encontrada" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Ir para o login" })).toHaveAttribute("href", "/login-pg");
});

test("an unknown address leads who is signed in home", async () => {
  signIn();
  openPortal("/nada-aqui");
  expect(await screen.findByRole("link", { name: "Ir para o início" })).toHaveAttribute("href", "/home-page");
});
