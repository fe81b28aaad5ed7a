import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPortal } from "../test/portal.tsx";

test("an unknown address links to the login without a session", async () => {
  openPortal("/nada-aqui");
  expect(await screen.findByRole("heading", { name: "Página não encontrada" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Ir para o login" })).toHaveAttribute("href", "/login-pg");
});
