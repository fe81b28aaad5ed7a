import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { client } from "../../graph/client.ts";
import { MARINA } from "../../test/acionamento.ts";
import { failing, mockGraph } from "../../test/mockGraph.ts";
import { CONSULTA, type Args, firstRow, listOf, lists, mockList, openList, pages } from "./consulta.fixtures.ts";

beforeEach(mockList);

test.each([
  ["Sinistro", "SINISTRO_ASC", "SINISTRO_DESC"],
  ["Autorização", "AUTORIZACAO_ASC", "AUTORIZACAO_DESC"],
  ["Aberto em", "ABERTURA_DESC", "ABERTURA_ASC"],
  ["Segurado", "SEGURADO_ASC", "SEGURADO_DESC"],
  ["Pet", "PET_ASC", "PET_DESC"],
  ["Seguradora", "SEGURADORA_ASC", "SEGURADORA_DESC"],
  ["Status", "STATUS_ASC", "STATUS_DESC"],
  ["Total", "VALOR_DESC", "VALOR_ASC"],
])(
  "the column header %s sorts the whole result both ways, and the order is in the address",
  async (name, ...orders) => {
    const { user, address } = await openList(`?status=FATURADO&ordem=${name === "Status" ? "PET_ASC" : "STATUS_ASC"}`);
    for (const ordem of orders) {
      // oxlint-disable-next-line no-await-in-loop
      await user.click(within(screen.getByRole("columnheader", { name })).getByRole("button"));
      // The default is in no address.
      const search = `?status=FATURADO${ordem === "ABERTURA_DESC" ? "" : `&ordem=${ordem}`}`;
      // oxlint-disable-next-line no-await-in-loop
      await waitFor(() => expect(address()).toBe(CONSULTA + search));
      expect(lists().at(-1)?.variables).toMatchObject({ filtro: { statusEm: ["FATURADO"] }, ordem });
    }
  },
);

/** From the last row of the first page to the first one of the next, once it has come. */
const nextPage = (user: UserEvent) =>
  waitFor(async () => {
    await user.keyboard("{ArrowDown}");
    expect(screen.getByRole("link", { name: "2026000000050" })).toHaveFocus();
  });

describe("the table", () => {
  test("shows the cells of each acionamento", async () => {
    await openList();
    const rows = screen.getAllByRole("row");
    expect(rows.map((row) => row.getAttribute("aria-rowindex"))).toEqual(["1", "2", "3", "4"]);
    const cells = within(rows[2] as HTMLElement).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent.replace(/\s/g, " "))).toEqual([
      "2026000000001",
      "A-1",
      "20/11/2026, 14:03",
      "Segurado 1529.982.100-01",
      "–",
      "Araucária Seguros",
      "Aberto",
      "R$ 1.280,50",
    ]);
  });

  test("keeps the name of an insured in the rows that have it, also where a newer one has none", async () => {
    const list = listOf(2);
    mockGraph.respond({
      acionamentos: (args: Args) => {
        const page = list(args);
        const segurados = [{ ...MARINA, nome: "" }, MARINA];
        return { ...page, edges: page.edges.map(({ node }, row) => ({ node: { ...node, segurado: segurados[row] } })) };
      },
    });
    await openList();
    const cells = await screen.findAllByRole("cell", { name: /529\.982\.247-25/ });
    expect(cells.map((cell) => cell.textContent)).toEqual(["–529.982.247-25", "Marina Duarte529.982.247-25"]);
    expect(within(cells[0] as HTMLElement).getByLabelText("sem nome")).toBeVisible();
  });

  test.each([
    ["", 0],
    ["nala", 2],
  ])("is reached by the arrow down from the search “%s”, and opened by Enter", async (typed, opened) => {
    const list = listOf(3);
    mockGraph.respond({
      acionamentos: ({ busca, ...args }: Args & { readonly busca: string | null }) => {
        const page = list(args);
        return busca ? { ...page, edges: page.edges.slice(2) } : page;
      },
    });
    const { user, address } = await openList();
    await user.click(screen.getByRole("searchbox"));
    if (typed) await user.keyboard(typed);
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(screen.getByRole("link", { name: `202600000000${opened}` })).toHaveFocus());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(address()).toBe(`/visualiza-acionamento?sinistro=202600000000${opened}`));
  });

  test("an arrow down from the search moves the focus once, not after the next change of the list too", async () => {
    const list = listOf(3);
    mockGraph.respond({
      acionamentos: ({ ordem, ...args }: Args & { readonly ordem: string | null }) => {
        const page = list(args);
        return ordem === "VALOR_DESC" ? { ...page, edges: page.edges.slice(1) } : page;
      },
    });
    const { user } = await openList();
    await user.type(screen.getByRole("searchbox"), "{ArrowDown}");
    expect(await firstRow()).toHaveFocus();
    const order = screen.getByLabelText("Ordenar por");
    await user.selectOptions(order, "VALOR_DESC");
    await waitFor(() => expect(screen.queryByRole("link", { name: "2026000000000" })).not.toBeInTheDocument());
    expect(order).toHaveFocus();
  });

  test.each([
    ["on demand", (again: HTMLElement) => again.click()],
    ["once the browser is online again", () => window.dispatchEvent(new Event("online"))],
  ])("loads the next page near its end, keeps its rows if that fails, and asks again %s", async (_, retry) => {
    mockGraph.respond({ acionamentos: listOf(70) });
    const { user } = await openList();
    (await firstRow()).focus();
    mockGraph.disconnect();
    await user.keyboard("{ArrowDown>36/}{ArrowUp}");
    await screen.findByText(/Não foi possível carregar mais acionamentos\./);
    expect(screen.getByRole("link", { name: "2026000000035" })).toHaveFocus();
    mockGraph.reconnect();
    await act(async () => void retry(screen.getByRole("button", { name: "Tentar novamente" })));
    await waitFor(() => expect(screen.queryByText(/Não foi possível carregar mais/)).not.toBeInTheDocument());
    await waitFor(() =>
      expect(screen.queryByRole("status", { name: "Carregando mais acionamentos" })).not.toBeInTheDocument(),
    );
    screen.getByRole("link", { name: "2026000000035" }).focus();
    await user.keyboard("{End}");
    expect(screen.getByRole("link", { name: "2026000000069" })).toHaveFocus();
    expect(pages().at(-1)?.variables).toMatchObject({ first: 50, after: "49" });
  });

  test("End leads to the last loaded row, which keeps the focus while the next page loads, fails and is retried", async () => {
    mockGraph.respond({ acionamentos: listOf(120) });
    const { user } = await openList();
    (await firstRow()).focus();
    mockGraph.disconnect();
    await user.keyboard("{End}");
    const retry = await screen.findByRole("button", { name: /Tentar/ });
    expect(screen.getByRole("link", { name: "2026000000049" })).toHaveFocus();
    mockGraph.reconnect();
    await user.click(retry);
    expect(screen.getByRole("link", { name: "2026000000049" })).toHaveFocus();
    await nextPage(user);
    await user.keyboard("{End}");
    expect(screen.getByRole("link", { name: "2026000000099" })).toHaveFocus();
  });

  test("a detail that cannot be read does not end the list", async () => {
    const unread = { seguradora: failing("UPSTREAM_TIMEOUT", "O serviço demorou.") };
    mockGraph.respond({ acionamentos: (args: Args) => listOf(70, args.after ? unread : {})(args) });
    const { user } = await openList();
    (await firstRow()).focus();
    await user.keyboard("{End}");
    await nextPage(user);
    expect(screen.getAllByLabelText("seguradora desconhecida").length).toBeGreaterThan(0);
  });

  test("has a row that the tab key reaches, also if the focused one is not in the new order's first page", async () => {
    mockGraph.respond({ acionamentos: listOf(200) });
    const { user } = await openList();
    (await firstRow()).focus();
    await user.keyboard("{End}");
    await nextPage(user);
    await user.selectOptions(screen.getByLabelText("Ordenar por"), "VALOR_DESC");
    await waitFor(() => expect(screen.queryByRole("link", { name: "2026000000050" })).not.toBeInTheDocument());
    const reached = Array.from(document.querySelectorAll('[data-row] a[tabindex="0"]'), (link) => link.textContent);
    expect(reached).toEqual(["2026000000000"]);
  });

  test("after going back has the focus in the row that was opened, also where a save has moved it", async () => {
    const { user, router } = await openList();
    await user.click(screen.getByRole("link", { name: "2026000000002" }));
    await screen.findByRole("heading", { level: 1, name: "Sinistro 2026000000002" });
    const list = listOf(3);
    mockGraph.respond({ acionamentos: (args: Args) => ({ ...list(args), edges: list(args).edges.toReversed() }) });
    client.cache.evict({ id: "ROOT_QUERY", fieldName: "acionamentos" });
    await act(() => router.navigate(-1));
    await firstRow();
    expect(screen.getByRole("link", { name: "2026000000002" })).toHaveFocus();
  });

  test("after going back has the focus in the next row where the opened one has left the list", async () => {
    const { user, router } = await openList();
    await user.click(screen.getByRole("link", { name: "2026000000001" }));
    await screen.findByRole("heading", { level: 1, name: "Sinistro 2026000000001" });
    const list = listOf(3);
    const others = (args: Args) => list(args).edges.filter(({ node }) => node.sinistro !== "2026000000001");
    mockGraph.respond({ acionamentos: (args: Args) => ({ ...list(args), totalCount: 2, edges: others(args) }) });
    client.cache.evict({ id: "ROOT_QUERY", fieldName: "acionamentos" });
    await act(() => router.navigate(-1));
    await firstRow();
    expect(screen.getByRole("link", { name: "2026000000002" })).toHaveFocus();
  });

  test("Page Down and Page Up move the focus by a page", async () => {
    mockGraph.respond({ acionamentos: listOf(50) });
    const { user } = await openList();
    (await firstRow()).focus();
    await user.keyboard("{PageDown}");
    const reached = Number(document.activeElement?.textContent);
    expect(reached).toBeGreaterThan(2026000000005);
    await user.keyboard("{PageDown}");
    expect(Number(document.activeElement?.textContent)).toBe(2026000000000 + 2 * (reached - 2026000000000));
    await user.keyboard("{PageUp}{PageUp}");
    expect(await firstRow()).toHaveFocus();
  });

  test("renders few of five thousand rows, and on paper says how many it has", async () => {
    mockGraph.respond({ acionamentos: listOf(5000) });
    await openList();
    expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "5001");
    expect(screen.getAllByRole("row").length).toBeLessThan(45);
    act(() => void window.dispatchEvent(new Event("beforeprint")));
    expect(screen.getByText("Impressos os primeiros 50 de 5.000. “Exportar CSV” tem todos.")).toBeVisible();
    act(() => void window.dispatchEvent(new Event("afterprint")));
    expect(screen.queryByText(/^Impressos/)).not.toBeInTheDocument();
  });
});
