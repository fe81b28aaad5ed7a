import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { acionamentoKey } from "../../graph/acionamentoKey.ts";
import { NEGADO } from "../../test/acionamento.ts";
import { failing, holding, mockGraph } from "../../test/mockGraph.ts";
import { openPortal } from "../../test/portal.tsx";
import { CONSULTA, type Args, firstRow, listOf, lists, mockList, pages, TOTAIS } from "./consulta.fixtures.ts";
import { newRows, newsOf } from "./useLiveList.ts";

beforeEach(mockList);

const sinistros = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.querySelector("a")?.textContent);
const news = () => screen.queryByRole("button", { name: /: atualizar$/ });

/** The list with rows of these numbers on top, and what all rows have instead. */
function changed(added: readonly number[], part?: object) {
  const list = listOf(3, part);
  return (args: Args) => {
    const { edges, ...rest } = list(args);
    const [first] = edges;
    const top = added.map((number) => {
      const id = String(number);
      return { node: { ...first?.node, id, sinistro: String(2026000000000 + number) }, cursor: id };
    });
    return { ...rest, totalCount: 3 + added.length, edges: [...top, ...edges] };
  };
}

/** The row with this letter as claim number. A capital has the code of the small letter. */
const rowOf = (sinistro: string) => ({ id: sinistro.toLowerCase(), sinistro });
const page = (letters: string, totalCount = letters.length) => ({
  totalCount,
  edges: Array.from(letters, (letter) => ({ node: rowOf(letter) })),
});

const timesOut = failing("UPSTREAM_TIMEOUT", "O serviço demorou.");

async function openList() {
  const portal = openPortal(CONSULTA);
  const row = await firstRow();
  await waitFor(() => expect(mockGraph.streams).toEqual(["ConsultaLive"]));
  // The first event is the state, which is shown already.
  await act(() => mockGraph.publish({}));
  return { ...portal, row };
}

test("a new acionamento comes on top of a list that nobody points at, and the counts follow", async () => {
  await openList();
  await act(() =>
    mockGraph.publish({ acionamentos: changed([9]), totaisPorStatus: [{ ...TOTAIS[0], quantidade: 77 }] }),
  );
  await waitFor(() =>
    expect(sinistros()).toEqual(["2026000000009", "2026000000000", "2026000000001", "2026000000002"]),
  );
  expect(screen.getByText(/^4 acionamentos · /)).toBeVisible();
  expect(screen.getByRole("link", { name: "2026000000009" }).closest(".consulta-row")).toHaveAttribute("data-changed");
  expect(screen.getByRole("link", { name: "2026000000000" }).closest(".consulta-row")).not.toHaveAttribute(
    "data-changed",
  );
  expect(await screen.findByRole("link", { name: "Aberto 77" })).toBeVisible();
  expect(news()).not.toBeInTheDocument();
  expect(lists()).toHaveLength(1);
});

test("new rows wait behind a button while a row has the focus", async () => {
  const { user, row } = await openList();
  act(() => row.focus());
  await act(() => mockGraph.publish({ acionamentos: changed([9]) }));
  expect(await screen.findByRole("button", { name: "1 novo: atualizar" })).toBeVisible();
  await act(() => mockGraph.publish({ acionamentos: changed([11, 10, 9]) }));
  const button = await screen.findByRole("button", { name: "3 novos: atualizar" });
  expect(sinistros()).toEqual(["2026000000000", "2026000000001", "2026000000002"]);
  expect(row).toHaveFocus();

  await user.click(button);
  expect(sinistros().slice(0, 4)).toEqual(["2026000000011", "2026000000010", "2026000000009", "2026000000000"]);
  expect(news()).not.toBeInTheDocument();
  expect(screen.getByRole("region", { name: /^Aberto/ })).toHaveFocus();
});

test("a changed value shows at once in its row, which stays where it is", async () => {
  const { row } = await openList();
  act(() => row.focus());
  await act(() => mockGraph.publish({ acionamentos: changed([], { status: NEGADO }) }));
  const first = screen.getByRole("link", { name: "2026000000000" }).closest(".consulta-row");
  await waitFor(() => expect(first).toHaveTextContent("Negado"));
  expect(first).toHaveAttribute("data-changed");
  expect(await screen.findByText("Os valores da lista mudaram.")).toHaveAttribute("role", "status");
  expect(news()).not.toBeInTheDocument();
  expect(row).toHaveFocus();
});

test("a row that leaves waits too", async () => {
  const { user, row } = await openList();
  act(() => row.focus());
  await act(() => mockGraph.publish({ acionamentos: listOf(2) }));
  await user.click(await screen.findByRole("button", { name: "1 saiu: atualizar" }));
  expect(sinistros()).toEqual(["2026000000000", "2026000000001"]);
});

test("rows that wait are no news once the list has been read again with them", async () => {
  const { user, row, router } = await openList();
  await user.click(row);
  await screen.findByRole("heading", { level: 1, name: "Sinistro 2026000000000" });
  const [held, answer] = holding();
  const list = changed([9]);
  let isAnswered = false;
  const acionamentos = async (args: Args) => {
    const isQuery = !isAnswered;
    isAnswered = true;
    if (isQuery) await held;
    return list(args);
  };
  mockGraph.respond({ acionamentos });
  await act(() => router.navigate(-1));
  expect(await screen.findByRole("button", { name: "1 novo: atualizar" })).toBeVisible();
  answer();
  await waitFor(() => expect(sinistros()).toHaveLength(4));
  expect(news()).not.toBeInTheDocument();
  // The row has the focus still, one further down.
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("link", { name: "2026000000001" })).toHaveFocus();
});

test("an empty list shows the first acionamento that comes", async () => {
  mockGraph.respond({ acionamentos: listOf(0) });
  openPortal(CONSULTA);
  expect(await screen.findByText("Nenhum acionamento neste status")).toBeVisible();
  await waitFor(() => expect(mockGraph.streams).toEqual(["ConsultaLive"]));
  await act(() => mockGraph.publish({ acionamentos: listOf(1) }));
  expect(await firstRow()).toBeVisible();
});

test("another order is followed by another stream, and what waits for the old one is gone", async () => {
  const { user, row } = await openList();
  act(() => row.focus());
  await act(() => mockGraph.publish({ acionamentos: changed([9]) }));
  await screen.findByRole("button", { name: "1 novo: atualizar" });
  await user.click(screen.getByRole("button", { name: "Total" }));
  await waitFor(() => expect(screen.getByRole("columnheader", { name: "Total" })).toHaveAttribute("aria-sort"));
  await waitFor(() => expect(news()).not.toBeInTheDocument());
  await waitFor(() => expect(mockGraph.streams).toEqual(["ConsultaLive"]));
});

test("services that fail change nothing in the list", async () => {
  await openList();
  await act(() => mockGraph.publish({ acionamentos: timesOut }));
  await act(() => mockGraph.publish({ acionamentos: changed([9]) }));
  await waitFor(() => expect(sinistros()).toHaveLength(4));
  expect(screen.queryByText(/O serviço demorou/)).not.toBeInTheDocument();
});

test("a list of which a detail cannot be read is followed", async () => {
  await openList();
  await act(() => mockGraph.publish({ acionamentos: changed([9], { seguradora: timesOut }) }));
  await waitFor(() => expect(sinistros()).toHaveLength(4));
  expect(screen.getAllByText("Araucária Seguros").length).toBeGreaterThanOrEqual(3);
});

describe("new rows", () => {
  test.each([
    ["on top", page("abc"), page("xyabc"), "xy"],
    ["between others, by another order", page("abc"), page("axbc"), "x"],
    ["at the end of a list that is loaded to its end", page("abc"), page("abcx"), "x"],
    ["those with the code of another", page("abc"), page("aAbc"), "A"],
    ["not those of the next page, which move up when others leave", page("abc", 9), page("bcd", 8), ""],
    ["all, if none is known", page("abc", 9), page("xyz", 9), "xyz"],
    ["none, if they only left", page("abc"), page("ac"), ""],
  ])("are %s", (_, list, newer, expected) => {
    expect(newRows(list, newer)).toEqual(Array.from(expected, (letter) => acionamentoKey(rowOf(letter))));
  });
});

test.each([
  ["1 novo", page("abc"), page("xabc")],
  ["3 novos", page("abc"), page("xybzac")],
  ["1 novo", page("abc", 9), page("abc", 10)],
  ["1 novo e 2 saíram", page("abcd"), page("xad")],
  ["A ordem mudou", page("abc"), page("bac")],
])("a newer list says “%s”", (sentence, list, newer) => {
  expect(newsOf(list, newer)).toBe(sentence);
});

test("the rows below a newer first page are read again, and none is lost", async () => {
  const rows = listOf(60);
  mockGraph.respond({ acionamentos: rows });
  const { user } = await openList();
  // Near the end of the first page, so that the next one is loaded.
  act(() => screen.getByRole("link", { name: "2026000000000" }).focus());
  await user.keyboard("{ArrowDown>35/}");
  await waitFor(() => expect(pages().at(-1)?.variables).toMatchObject({ after: "49" }));
  const moved = (args: Args) => {
    const all = rows({ ...args, first: 60, after: null });
    const edges = [...all.edges.slice(0, 5), ...all.edges.slice(6), ...all.edges.slice(5, 6)];
    return { ...all, edges: edges.slice(0, args.first), pageInfo: { ...all.pageInfo, hasNextPage: args.first < 60 } };
  };
  await act(() => mockGraph.publish({ acionamentos: moved }));
  await user.click(await screen.findByRole("button", { name: /: atualizar$/ }));
  await waitFor(() => expect(pages().at(-1)?.variables).toMatchObject({ first: 60, after: null }));
  act(() => screen.getByRole("link", { name: "2026000000026" }).focus());
  await user.keyboard("{End}");
  await waitFor(() => expect(screen.getByRole("link", { name: "2026000000005" })).toHaveFocus());
});
