import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { holding, mockGraph } from "../test/mockGraph.ts";
import { openPortal, signIn } from "../test/portal.tsx";
import { withBusyOverlay } from "../ui/overlays.ts";
import { rememberViewed } from "./recent.ts";

function selected() {
  return screen.getAllByRole("option").map((option) => option.getAttribute("aria-selected"));
}

async function openAccount() {
  signIn();
  const portal = openPortal("/minhaconta-pg");
  return { ...portal, field: await screen.findByRole("combobox", { name: /^Pesquisar por CPF/ }) };
}

test("Ctrl+K and / focus the field, but / not while typing in another field", async () => {
  const { user, field } = await openAccount();
  await user.keyboard("{Control>}k{/Control}");
  expect(field).toHaveFocus();
  await user.keyboard("/");
  expect(field).toHaveValue("/");

  await user.clear(field);
  await user.tab();
  expect(field).not.toHaveFocus();
  await user.keyboard("/");
  expect(field).toHaveFocus();
  expect(field).toHaveValue("");
});

test("the empty field offers the numbers that were viewed last, none of them preselected", async () => {
  for (const sinistro of ["1", "2", "3", "4", "5", "6", "4"]) rememberViewed(sinistro);
  const { user, field, address } = await openAccount();
  await user.click(field);
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(
    ["4", "6", "5", "3", "2"].map((sinistro) => `Sinistro ${sinistro}Visto há pouco`),
  );
  expect(selected()).not.toContain("true");
  await user.keyboard("{Enter}");
  expect(address()).toBe("/minhaconta-pg");
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await waitFor(() => expect(address()).toBe("/visualiza-acionamento?sinistro=6"));
});

test.each([
  ["Marina Duarte", /Buscar nos acionamentos em andamento/, "&busca=Marina+Duarte", null],
  ["11.222.333/0001-81", /Acionamentos em andamento deste segurado/, "&busca=11.222.333%2F0001-81", null],
  ["529.982.247-25", /Acionamentos em andamento deste segurado/, "", { busca: "529.982.247-25" }],
])(
  "%s opens the acionamentos in progress, searched for it; a CPF is in no address",
  async (busca, offer, end, state) => {
    const { user, field, router, address } = await openAccount();
    await user.type(field, busca);
    await user.click(screen.getByRole("option", { name: offer }));
    const open = "status=ABERTO&status=EM_ANALISE&status=AUTORIZADO&status=REABERTO";
    await waitFor(() => expect(address()).toBe(`/consulta-acionamento?${open}${end}`));
    expect(await screen.findByLabelText("Buscar na lista")).toHaveValue(busca);
    expect(mockGraph.sentAs("Consulta").at(-1)?.variables).toMatchObject({ busca });
    expect(router.state.location.state).toEqual(state);
  },
);

test("during a save no key is a shortcut", async () => {
  const { user, field, address } = await openAccount();
  const [save, finish] = holding();
  act(() => void withBusyOverlay(save));
  await user.keyboard("n?/{Control>}k{/Control}");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(field).not.toHaveFocus();
  expect(address()).toBe("/minhaconta-pg");
  await act(async () => finish());
});

test("n opens a new acionamento, also as a capital, but is a letter in a field", async () => {
  const { user, field, address, router } = await openAccount();
  await user.type(field, "n");
  expect(field).toHaveValue("n");
  // As Chrome's autofill does: without a key. An exception would fail the run.
  fireEvent(field, new Event("keydown", { bubbles: true }));
  await user.clear(field);
  await user.tab();
  await user.keyboard("N");
  await waitFor(() => expect(address()).toBe("/novo-acionamento"));
  const first = await screen.findByLabelText("CPF ou CNPJ");
  await waitFor(() => expect(first).toHaveFocus());
  // There it has nothing to open.
  act(() => first.blur());
  await user.keyboard("n");
  expect(router.state.navigation.state).toBe("idle");
});

test("? lists the keys, but is a character in a field", async () => {
  const { user, field } = await openAccount();
  await user.type(field, "?");
  expect(field).toHaveValue("?");
  await user.clear(field);
  await user.tab();
  const focused = document.activeElement;
  await user.keyboard("?");
  const dialog = await screen.findByRole("dialog", { name: "Teclas" });
  expect(dialog).toHaveTextContent("Ctrl K ou /Pesquisar");
  await user.click(within(dialog).getByRole("button", { name: "Fechar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(focused).toHaveFocus();
});

test("/ and ? can be turned off in Minha conta, for the next time too; Ctrl+K stays", async () => {
  const { user, field, router } = await openAccount();
  await user.click(await screen.findByRole("checkbox", { name: "Atalhos de uma tecla" }));
  await user.click(screen.getByRole("heading", { name: "Minha conta" }));
  await user.keyboard("/?");
  expect(field).not.toHaveFocus();
  await act(() => router.navigate("/home-page"));
  await act(() => router.navigate("/minhaconta-pg"));
  expect(await screen.findByRole("checkbox", { name: "Atalhos de uma tecla" })).not.toBeChecked();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await user.keyboard("{Control>}k{/Control}");
  expect(field).toHaveFocus();
});

test.each([
  ["2026.0000.75661", "/visualiza-acionamento?sinistro=2026000075661"],
  ["a559102", "/consulta-acionamento?autorizacao=A-559102"],
])("%s and Enter open %s, and the field is empty again", async (typed, opened) => {
  const { user, field, address } = await openAccount();
  await user.type(field, `${typed}{Enter}`);
  await waitFor(() => expect(address()).toBe(opened));
  expect(field).toHaveValue("");
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  "an Enter that ends a composition chooses nothing: %j",
  async (how) => {
    const { user, field, address } = await openAccount();
    await user.type(field, "559102");
    fireEvent.keyDown(field, { key: "Enter", ...how });
    expect(field).toHaveValue("559102");
    expect(address()).toBe("/minhaconta-pg");
  },
);

test("the arrow keys cycle through the matches, announced by the field", async () => {
  const { user, field, address } = await openAccount();
  await user.type(field, "11222333000181");
  expect(selected()).toEqual(["true", "false", "false", "false"]);
  await user.keyboard("{ArrowUp}");
  expect(selected()).toEqual(["false", "false", "false", "true"]);
  expect(field).toHaveAttribute("aria-activedescendant", screen.getByRole("option", { selected: true }).id);
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
  await waitFor(() => expect(address()).toBe("/visualiza-acionamento?sinistro=11222333000181"));
});

test("wrong check digits are reported at once, and Enter does nothing", async () => {
  const { user, field, address } = await openAccount();
  await user.type(field, "52998224726");
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription("Não é um CPF válido: os dígitos verificadores não conferem.");
  await user.keyboard("{Enter}");
  expect(address()).toBe("/minhaconta-pg");
  // Unless another match is selected.
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(address()).toBe("/visualiza-acionamento?sinistro=52998224726"));
});

test("Escape closes the list and then empties the field", async () => {
  const { user, field } = await openAccount();
  await user.type(field, "559102{Escape}");
  expect(screen.queryByRole("option")).not.toBeInTheDocument();
  expect(field).toHaveValue("559102");
  await user.keyboard("{Escape}");
  expect(field).toHaveValue("");
});

test("on a narrow screen a button opens it, and Escape gives the focus back", async () => {
  const { user, field } = await openAccount();
  const opener = screen.getByRole("button", { name: "Pesquisar" });
  await user.click(opener);
  expect(field).toHaveFocus();
  expect(opener).toHaveAttribute("aria-expanded", "true");
  await user.keyboard("{Escape}");
  expect(opener).toHaveFocus();
  expect(opener).toHaveAttribute("aria-expanded", "false");
});
