import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { graphError, mockGraph } from "../../test/mockGraph.ts";
import { openPortal } from "../../test/portal.tsx";
import { CONSULTA } from "../../shell/listAddress.ts";
import { type Args, firstRow, listOf, lists, start } from "./consulta.fixtures.ts";

beforeEach(start);

test.each([
  ["Sinistro", "ascending", "SINISTRO"],
  ["Autorização", "ascending", "AUTORIZACAO"],
  ["Aberto em", "descending", "ABERTURA"],
  ["Segurado", "ascending", "SEGURADO"],
  ["Pet", "ascending", "PET"],
  ["Seguradora", "ascending", "SEGURADORA"],
  ["Status", "ascending", "STATUS"],
  ["Total", "descending", "VALOR"],
])("the column header %s sorts the whole result both ways, and the order is in the address", async (name, sort, by) => {
  const other = name === "Status" ? "PET_ASC" : "STATUS_ASC";
  const { address } = openPortal(`${CONSULTA}?status=FATURADO&ordem=${other}`);
  await firstRow();
  const header = screen.getByRole("columnheader", { name });
  const button = within(header).getByRole("button");
  expect(header).toHaveAttribute("aria-sort", "none");
  const second = sort === "ascending" ? "descending" : "ascending";
  for (const direction of [sort, second]) {
    // oxlint-disable-next-line no-await-in-loop
    await act(async () => button.click());
    // oxlint-disable-next-line no-await-in-loop
    await waitFor(() => expect(header).toHaveAttribute("aria-sort", direction));
    const ordem = `${by}_${direction === "ascending" ? "ASC" : "DESC"}`;
    expect(lists().at(-1)?.variables).toMatchObject({ filtro: { status: "FATURADO" }, ordem });
    // The default is in no address.
    expect(address()).toBe(`${CONSULTA}?status=FATURADO${ordem === "ABERTURA_DESC" ? "" : `&ordem=${ordem}`}`);
  }
  expect(lists()).toHaveLength(3);
});

describe("the table", () => {
  test("shows the cells of each acionamento", async () => {
    openPortal(CONSULTA);
    await firstRow();
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

  test("shows each insured's own name where an API gives all one tax id", async () => {
    mockGraph.respond({
      acionamentos: (args: Args) => {
        const { edges, ...page } = listOf(3)(args);
        const unknown = { cpfCnpj: "00000000000" };
        return {
          ...page,
          edges: edges.map(({ node }) => ({ node: { ...node, segurado: { ...node.segurado, ...unknown } } })),
        };
      },
    });
    openPortal(CONSULTA);
    await firstRow();
    expect(screen.getByText("Segurado 1")).toBeVisible();
    expect(screen.getByText("Segurado 2")).toBeVisible();
  });

  test("is navigated by arrow keys and Enter, and going back focuses the row", async () => {
    const { user, address, router } = openPortal(CONSULTA);
    (await firstRow()).focus();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}");
    expect(screen.getByRole("link", { name: "2026000000001" })).toHaveFocus();
    await user.keyboard("{Home}");
    expect(await firstRow()).toHaveFocus();
    await user.keyboard("{End}{Enter}");
    await waitFor(() => expect(address()).toBe("/visualiza-acionamento?sinistro=2026000000002"));

    await router.navigate(-1);
    await waitFor(() => expect(screen.getByRole("link", { name: "2026000000002" })).toHaveFocus());
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
    const { user, address } = openPortal(CONSULTA);
    await firstRow();
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
    const { user } = openPortal(CONSULTA);
    await firstRow();
    await user.type(screen.getByRole("searchbox"), "{ArrowDown}");
    expect(await firstRow()).toHaveFocus();
    const order = screen.getByLabelText("Ordenar por");
    await user.selectOptions(order, "VALOR_DESC");
    await waitFor(() => expect(screen.queryByRole("link", { name: "2026000000000" })).not.toBeInTheDocument());
    expect(order).toHaveFocus();
  });

  test("opens the view by a click anywhere on a row", async () => {
    const { user, address } = openPortal(CONSULTA);
    await user.click(await screen.findByText("Segurado 1"));
    await waitFor(() => expect(address()).toBe("/visualiza-acionamento?sinistro=2026000000001"));
  });

  test("loads the next page near its end, and keeps its rows if that fails", async () => {
    let isBroken = true;
    const list = listOf(70);
    mockGraph.respond({
      acionamentos: (args: Args) => {
        if (args.after && isBroken) throw graphError("UPSTREAM_TIMEOUT", "O serviço demorou demais.");
        return list(args);
      },
    });
    const { user } = openPortal(CONSULTA);
    (await firstRow()).focus();
    await user.keyboard("{ArrowDown>35/}");
    expect(await screen.findByText(/O serviço demorou demais\./)).toBeVisible();
    expect(screen.getByRole("link", { name: "2026000000035" })).toHaveFocus();

    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
    await waitFor(() => expect(screen.queryByText(/O serviço demorou demais/)).not.toBeInTheDocument());
    screen.getByRole("link", { name: "2026000000035" }).focus();
    await user.keyboard("{End}");
    expect(screen.getByRole("link", { name: "2026000000069" })).toHaveFocus();
    expect(lists().at(-1)?.variables).toMatchObject({ after: "49", comMenu: false, comTotais: false });
    expect(screen.queryByRole("status", { name: "Carregando mais acionamentos" })).not.toBeInTheDocument();
  });

  test("asks for the next page again once the browser is online again", async () => {
    mockGraph.respond({ acionamentos: listOf(70) });
    const { user } = openPortal(CONSULTA);
    (await firstRow()).focus();
    mockGraph.disconnect();
    await user.keyboard("{ArrowDown>35/}");
    await screen.findByText(/Não foi possível carregar mais acionamentos\./);
    mockGraph.reconnect();
    await act(async () => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.queryByText(/Não foi possível carregar mais/)).not.toBeInTheDocument());
    await user.keyboard("{End}");
    expect(screen.getByRole("link", { name: "2026000000069" })).toHaveFocus();
  });

  test("End goes to the end of a long list in one request, and the rows between are loaded where they are seen", async () => {
    mockGraph.respond({ acionamentos: listOf(5000) });
    const { user } = openPortal(CONSULTA);
    (await firstRow()).focus();
    const before = mockGraph.sent.length;
    await user.keyboard("{End}");
    await waitFor(() => expect(screen.getByRole("link", { name: "2026000004999" })).toHaveFocus());
    expect(mockGraph.sent.slice(before).map(({ name }) => name)).toEqual(["ConsultaFim"]);
    await user.keyboard("{Home}");
    expect(await firstRow()).toHaveFocus();
  });

  test("Page Down and Page Up move the focus by a page", async () => {
    mockGraph.respond({ acionamentos: listOf(50) });
    const { user } = openPortal(CONSULTA);
    (await firstRow()).focus();
    await user.keyboard("{PageDown}");
    const reached = Number(document.activeElement?.textContent);
    expect(reached).toBeGreaterThan(2026000000005);
    await user.keyboard("{PageDown}");
    expect(Number(document.activeElement?.textContent)).toBe(2026000000000 + 2 * (reached - 2026000000000));
    await user.keyboard("{PageUp}{PageUp}");
    expect(await firstRow()).toHaveFocus();
  });

  test("renders few of five thousand rows", async () => {
    mockGraph.respond({ acionamentos: listOf(5000) });
    openPortal(CONSULTA);
    await firstRow();
    expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "5001");
    expect(screen.getAllByRole("row").length).toBeLessThan(45);
  });
});
