import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { mockGraph } from "../../test/mockGraph.ts";
import { CONSULTA, type Args, firstRow, listOf, lists, openList, mockList } from "./consulta.fixtures.ts";

beforeEach(mockList);

describe("a search", () => {
  test("is debounced, and a CPF is never in the address", async () => {
    const { user, address, router } = await openList();
    await user.type(screen.getByRole("searchbox"), "529.982.247-25");
    await waitFor(() => expect(lists()).toHaveLength(2));
    expect(lists()[1]?.variables).toMatchObject({ filtro: { statusEm: ["ABERTO"] }, busca: "529.982.247-25" });
    await screen.findByText(/com “529\.982\.247-25”/);
    expect(address()).toBe(`${CONSULTA}?status=ABERTO`);
    expect(router.state.location.state).toEqual({ busca: "529.982.247-25" });
    expect(screen.getByRole("searchbox")).toHaveFocus();
  });

  test("is kept in another status, and restored by going back", async () => {
    const { user, address, router } = await openList();
    await user.type(screen.getByRole("searchbox"), "nala{Enter}");
    await screen.findByText(/com “nala”/);
    expect(address()).toBe(`${CONSULTA}?status=ABERTO&busca=nala`);
    await user.click(screen.getByRole("link", { name: /^Faturado/ }));
    await waitFor(() =>
      expect(lists().at(-1)?.variables).toMatchObject({ filtro: { statusEm: ["FATURADO"] }, busca: "nala" }),
    );
    await user.click(screen.getByRole("button", { name: "Limpar a busca" }));
    await waitFor(() => expect(lists().at(-1)?.variables).toMatchObject({ busca: null }));
    await router.navigate(-1);
    await waitFor(() => expect(screen.getByRole("searchbox")).toHaveValue("nala"));
    expect(lists().at(-1)?.variables).toMatchObject({ filtro: { statusEm: ["ABERTO"] }, busca: "nala" });
  });

  test("by a CPF from the top bar stays out of the address while the list changes, and a name after it is in it", async () => {
    const { user, address, router } = await openList();
    await router.navigate(`${CONSULTA}?status=ABERTO`, { state: { busca: "529.982.247-25" } });
    await screen.findByText(/com “529/);
    await user.click(within(screen.getByRole("columnheader", { name: "Total" })).getByRole("button"));
    await waitFor(() => expect(address()).toBe(`${CONSULTA}?status=ABERTO&ordem=VALOR_DESC`));
    await user.click(screen.getByRole("link", { name: /^Faturado/ }));
    await waitFor(() => expect(address()).toContain("status=FATURADO"));
    expect(address()).not.toContain("busca");
    expect(lists().at(-1)?.variables).toMatchObject({ filtro: { statusEm: ["FATURADO"] }, busca: "529.982.247-25" });
    await user.clear(screen.getByRole("searchbox"));
    await user.type(screen.getByRole("searchbox"), "Marina{Enter}");
    await waitFor(() => expect(address()).toContain("busca=Marina"));
    expect(router.state.location.state).toBeNull();
  });

  test("that is loading is kept by another order and another status, and so is an order by a search", async () => {
    const { user, address } = await openList("?status=FATURADO");
    const answer = mockGraph.hold({ acionamentos: listOf(3) });
    const field = screen.getByRole("searchbox");
    const total = within(screen.getByRole("columnheader", { name: "Total" })).getByRole("button");
    await user.type(field, "nala{Enter}");
    await user.click(total);
    await user.type(field, " rex{Enter}");
    await user.click(screen.getByRole("link", { name: /^Aberto/ }));
    answer();
    await waitFor(() => expect(address()).toMatch(/\?status=ABERTO.*&ordem=VALOR_DESC&busca=nala\+rex$/));
    expect(field).toHaveValue("nala rex");
  });

  test("without results offers to clear it", async () => {
    mockGraph.respond({
      acionamentos: ({ busca, ...args }: Args & { busca: string | null }) => listOf(busca ? 0 : 3)(args),
    });
    const { user } = await openList();
    await user.type(screen.getByRole("searchbox"), "xyz{Enter}");
    expect(await screen.findByRole("heading", { name: "Nenhum acionamento com “xyz”" })).toBeVisible();
    await user.click(screen.getAllByRole("button", { name: "Limpar a busca" }).at(-1) as HTMLElement);
    await firstRow();
    expect(screen.getByRole("region", { name: /^Aberto/ })).toHaveFocus();
  });
});
