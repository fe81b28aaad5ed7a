import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { CONSULTA, openList, mockList } from "./consulta.fixtures.ts";
import { columnStyle } from "./listView.ts";

beforeEach(mockList);

const KEY = "preferencias:1:ana@patas.example:";
const saved = () => screen.getByRole("navigation", { name: "Filtros salvos" });
const headers = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent.trim());

describe("the view", () => {
  test.each(["x", '{"hidden":["sinistro","nada",4],"hasFields":"x"}', "[]"])(
    "damaged storage is the first view: %s",
    async (stored) => {
      localStorage.setItem(`${KEY}lista`, stored);
      await openList();
      expect(headers()).toHaveLength(8);
      expect(screen.getByLabelText("Participação")).toBeVisible();
    },
  );

  test("in the stacked table a column takes the place of the hidden one of its pair", () => {
    expect(columnStyle({ hidden: [] })["--consulta-stacked"]).toBe(
      '"sinistro aberto segurado pet status total" "autorizacao aberto segurado seguradora status total"',
    );
    expect(columnStyle({ hidden: ["pet", "autorizacao"] })["--consulta-stacked"]).toBe(
      '"sinistro aberto segurado seguradora status total" "sinistro aberto segurado seguradora status total"',
    );
    expect(columnStyle({ hidden: ["pet", "seguradora", "total"] })).toMatchObject({
      "--consulta-stacked": '"sinistro aberto segurado status" "autorizacao aberto segurado status"',
      "--consulta-areas": '"sinistro autorizacao aberto segurado status"',
    });
  });
});

test("the fields of the filter are folded into a button, which says how many are active, and stay so", async () => {
  const { user } = await openList("?seguradora=1&status=ABERTO");
  expect(screen.getByLabelText("Participação")).toBeVisible();
  const button = screen.getByRole("button", { name: "Filtros (1)" });
  expect(button).toHaveAttribute("aria-expanded", "true");
  await user.click(button);
  expect(screen.queryByLabelText("Participação")).not.toBeInTheDocument();
  expect(button).toHaveAttribute("aria-expanded", "false");
  expect(JSON.parse(localStorage.getItem(`${KEY}lista`) ?? "")).toMatchObject({ hasFields: false });
});

describe("saved filters", () => {
  test("are opened by one click, with order and search", async () => {
    const { user, address } = await openList("?seguradora=1&status=FATURADO&ordem=VALOR_DESC&busca=rex");
    await user.click(screen.getByRole("button", { name: "Salvar este filtro" }));
    await user.keyboard("{Tab}{Enter}");
    expect(screen.getByText("Dê um nome ao filtro.")).toBeVisible();
    await user.keyboard("Rex da Araucária{Enter}");
    expect(screen.getByText("Filtro Rex da Araucária salvo.")).toHaveFocus();
    await user.click(screen.getByRole("link", { name: /^Aberto/ }));
    await waitFor(() => expect(address()).toContain("status=ABERTO"));
    await waitFor(() => expect(screen.queryByText("Filtro Rex da Araucária salvo.")).not.toBeInTheDocument());
    const link = within(saved()).getByRole("link", { name: "Rex da Araucária" });
    expect(link).not.toHaveAttribute("aria-current");
    await user.click(link);
    const search = "?seguradora=1&status=FATURADO&ordem=VALOR_DESC&busca=rex";
    await waitFor(() => expect(address()).toBe(CONSULTA + search));
    await waitFor(() => expect(link).toHaveAttribute("aria-current", "page"));
    expect(JSON.parse(localStorage.getItem(`${KEY}filtros`) ?? "")).toEqual([{ name: "Rex da Araucária", search }]);
  });

  test("never hold a CPF", async () => {
    const { user } = await openList("?status=ABERTO");
    await user.type(screen.getByRole("searchbox", { name: "Buscar na lista" }), "529.982.247-25{Enter}");
    await screen.findByText(/com “529/);
    await user.click(screen.getByRole("button", { name: "Salvar este filtro" }));
    await user.keyboard("Marina{Enter}");
    // This list is searched, the saved one is not.
    expect(within(saved()).getByRole("link", { name: "Marina" })).not.toHaveAttribute("aria-current");
    expect(localStorage.getItem(`${KEY}filtros`)).toBe('[{"name":"Marina","search":"?status=ABERTO"}]');
  });

  test("are deleted, which can be undone, and have names of their own", async () => {
    localStorage.setItem(`${KEY}filtros`, JSON.stringify([{ name: "Meus", search: "?status=ABERTO&meus=sim" }]));
    const { user } = await openList();
    await user.click(screen.getByRole("button", { name: "Salvar este filtro" }));
    await user.keyboard("Meus{Enter}");
    expect(screen.getByText("Já há um filtro com este nome.")).toBeVisible();
    await user.keyboard("{Escape}{Tab}");
    // The focus stays at the place of the field.
    expect(screen.getByRole("searchbox")).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Excluir o filtro Meus" }));
    await user.keyboard("{Tab}");
    expect(screen.getByRole("button", { name: "Desfazer" })).toHaveFocus();
    expect(screen.queryByRole("navigation", { name: "Filtros salvos" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Desfazer" }));
    expect(within(saved()).getByRole("link", { name: "Meus" })).toBeVisible();
  });

  test("that are damaged are not shown", async () => {
    const stored = [{ name: "Fora", search: "//evil.example" }, { name: "" }, 1, { name: "Bom", search: "?x=1" }];
    localStorage.setItem(`${KEY}filtros`, JSON.stringify(stored));
    await openList();
    expect(within(saved()).getAllByRole("link")).toHaveLength(1);
    expect(within(saved()).getByRole("link", { name: "Bom" })).toBeVisible();
  });
});
