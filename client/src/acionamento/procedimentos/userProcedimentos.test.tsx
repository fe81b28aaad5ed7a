import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { openPortal } from "../../test/portal.tsx";
import { addProcedimento, mockForms } from "../form/save.fixtures.ts";

beforeEach(mockForms);

const KEY = "preferencias:1:ana@patas.example:";
const field = () => screen.findByLabelText("Adicionar procedimento");
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const options = () => within(screen.getByRole("listbox")).getAllByRole("option");

/** Opens the form for a user who has a conjunto of these procedures. */
async function openWith(nome: string, procedimentos: readonly string[]) {
  const itens = procedimentos.map((procedimento) => ({ procedimento, quantidade: 3, valor: null }));
  localStorage.setItem(`${KEY}conjuntos`, JSON.stringify([{ id: "a", nome, itens }]));
  const portal = openPortal("/novo-acionamento");
  await field();
  return portal;
}

test("a favorito is offered first from then on, to this user only", async () => {
  const { user } = openPortal("/novo-acionamento");
  await addProcedimento(user, "hemo");
  await user.click(button("Hemograma completo é favorito"));
  expect(button("Hemograma completo é favorito")).toHaveAttribute("aria-pressed", "true");
  await user.click(await field());
  expect(screen.getByRole("group", { name: "Favoritos" })).toBeVisible();
  expect(options()[0]).toHaveTextContent("Hemograma completo");
  expect(localStorage.getItem(`${KEY}favoritos`)).toMatch(/^\["[^"]+"\]$/);
  await user.keyboard("{Escape}");
  await user.click(button("Hemograma completo é favorito"));
  expect(localStorage.getItem(`${KEY}favoritos`)).toBe("[]");
});

test("rows are saved as a conjunto, which is added in one act and undone in one", async () => {
  const { user } = openPortal("/novo-acionamento");
  await addProcedimento(user, "consulta");
  await addProcedimento(user, "hemo");
  const valor = screen.getByLabelText("Valor unitário de Hemograma completo");
  await user.clear(valor);
  await user.type(valor, "50,5");
  await user.type(screen.getByLabelText("Quantidade de Hemograma completo"), "{Backspace}");
  expect(screen.queryByRole("button", { name: "Guardar como conjunto" })).not.toBeInTheDocument();
  await user.keyboard("1");
  await user.click(button("Guardar como conjunto"));
  expect(screen.getByLabelText("Nome do conjunto")).toHaveValue("Consulta clínica geral + Hemograma completo");
  await user.clear(screen.getByLabelText("Nome do conjunto"));
  await user.keyboard("{Enter}");
  expect(screen.getByText("Dê um nome ao conjunto.")).toBeVisible();
  await user.keyboard("Check-up{Enter}");
  expect(await screen.findByText("Conjunto Check-up guardado.")).toBeVisible();

  await user.click(button("Remover Consulta clínica geral"));
  await user.click(button("Remover Hemograma completo"));
  await user.click(button("Check-up"));
  expect(screen.getByLabelText("Quantidade de Consulta clínica geral")).toHaveValue("1");
  expect(screen.getByLabelText("Valor unitário de Hemograma completo")).toHaveValue("50,50");
  expect(screen.getByText("Check-up: 2 procedimentos adicionados.")).toBeVisible();
  expect(await field()).toHaveFocus();
  await user.click(button("Desfazer"));
  expect(screen.queryByLabelText("Quantidade de Hemograma completo")).not.toBeInTheDocument();
});

test("the deletion of a conjunto can be undone", async () => {
  const { user } = await openWith("Um", ["19"]);
  await user.click(button("Excluir o conjunto Um"));
  expect(screen.getByText("Conjunto Um excluído.")).toBeVisible();
  expect(localStorage.getItem(`${KEY}conjuntos`)).toBe("[]");
  await user.click(button("Desfazer"));
  expect(button("Um")).toBeVisible();
});

test("a procedure of a conjunto that the services no longer list is left out, and told", async () => {
  const { user } = await openWith("Antigo", ["19", "sumiu"]);
  await user.click(button("Antigo"));
  expect(screen.getByText("Antigo: 1 procedimento adicionado. 1 não está mais na lista.")).toBeVisible();
});

test.each(["{", "null", '"x"', '[1,{"id":"a"},{"id":"b","nome":"B","itens":[{}]}]', `[${"1,".repeat(60_000)}1]`])(
  "damaged storage is no conjunto and no favorito: %.20s",
  async (stored) => {
    localStorage.setItem(`${KEY}conjuntos`, stored);
    localStorage.setItem(`${KEY}favoritos`, stored);
    const { user } = openPortal("/novo-acionamento");
    await user.click(await field());
    expect(screen.queryByRole("group", { name: "Favoritos" })).not.toBeInTheDocument();
    expect(screen.queryByRole("group", { name: /conjuntos/ })).not.toBeInTheDocument();
  },
);
