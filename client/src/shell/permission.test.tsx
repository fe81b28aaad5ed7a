import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { failing, mockGraph } from "../test/mockGraph.ts";
import { openPortal, signIn } from "../test/portal.tsx";

/** The menu of a user who only reads. */
function signInWithout(...missing: readonly string[]) {
  signIn();
  const entries = ["/home-page", "/consulta-acionamento", "/novo-acionamento", "/Reabre-Acionamento/?de=menu"];
  mockGraph.respond({
    menu: entries
      .filter((rota) => !missing.includes(rota))
      .map((rota) => ({ id: rota, titulo: rota, rota, icone: null })),
  });
}

test.each([
  ["/novo-acionamento", "/novo-acionamento", "Novo acionamento"],
  ["/Novo-Acionamento/", "/novo-acionamento", "Novo acionamento"],
  ["/consulta-acionamento?status=ABERTO", "/consulta-acionamento", "Consultar acionamentos"],
  ["/reabre-acionamento?sinistro=1", "/Reabre-Acionamento/?de=menu", "Reabrir acionamento"],
])("the address %s without its menu entry says whose right is missing", async (address, missing, name) => {
  signInWithout(missing);
  openPortal(address);
  expect(await screen.findByRole("heading", { level: 1, name: "Sem acesso a esta tela" })).toBeVisible();
  expect(screen.getByText(/Ana Souza \(Atendente\)/)).toHaveTextContent(`não tem “${name}”`);
  expect(screen.getByRole("link", { name: "Ir para o início" })).toBeVisible();
});

test("what everybody may open stays open, and so does a screen with its entry", async () => {
  signInWithout("/novo-acionamento");
  const { router } = openPortal("/minhaconta-pg");
  expect(await screen.findByRole("heading", { level: 1, name: "Minha conta" })).toBeVisible();
  await act(() => router.navigate("/novo-acionamento"));
  expect(await screen.findByRole("heading", { level: 1, name: "Sem acesso a esta tela" })).toBeVisible();
  await act(() => router.navigate("/reabre-acionamento"));
  expect(await screen.findByRole("heading", { level: 1, name: "Reabrir acionamento" })).toBeVisible();
});

test("without a menu the screens are open: the services decide", async () => {
  signIn();
  mockGraph.respond({ menu: failing("UPSTREAM_UNAVAILABLE", "O serviço não respondeu.") });
  openPortal("/novo-acionamento");
  expect(await screen.findByRole("heading", { level: 1, name: "Novo acionamento" })).toBeVisible();
});

test("the search offers no screen that the menu does not have", async () => {
  signInWithout("/novo-acionamento", "/consulta-acionamento");
  const { user, address } = openPortal("/minhaconta-pg");
  const field = await screen.findByRole("combobox", { name: /^Pesquisar por CPF/ });
  await screen.findByRole("link", { name: "/home-page" });
  await user.type(field, "11222333000181");
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "Sinistro 11222333000181Ver o acionamento",
  ]);
  await user.clear(field);
  await user.type(field, "529.982.247-25{Enter}");
  expect(screen.queryByRole("option")).not.toBeInTheDocument();
  expect(
    await screen.findByText("Seu menu não tem uma tela para isto.", { ignore: "[aria-hidden]" }),
  ).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe("/minhaconta-pg"));
});
