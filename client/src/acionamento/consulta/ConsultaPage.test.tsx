import { act, configure, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { thisYear } from "./consulta.query.ts";
import { graph, graphError } from "../../test/graph.ts";
import { openPortal, signIn } from "../../test/portal.tsx";

// A screen with this much in it takes its time where many tests run at once.
configure({ asyncUtilTimeout: 5000 });
vi.setConfig({ testTimeout: 20_000 });

const CONSULTA = "/consulta-acionamento";
const ABERTO = { codigo: "ABERTO", descricao: "Aberto" };
const FATURADO = { codigo: "FATURADO", descricao: "Faturado" };
const TOTAIS = [
  { mes: 1, status: ABERTO, quantidade: 2, valor: "10.00" },
  { mes: 1, status: FATURADO, quantidade: 1200, valor: "10.00" },
  { mes: 2, status: FATURADO, quantidade: 34, valor: "10.00" },
];
const SEGURADORAS = [
  { id: "1", nome: "Araucária Seguros", ativa: true },
  { id: "13", nome: "Pantaneira Seguros Rurais", ativa: false },
];

interface Args {
  readonly filtro: Readonly<Record<string, unknown>>;
  readonly first: number;
  readonly after?: string | null;
}

/** Row number `at` of a list. */
function acionamento(at: number) {
  return {
    id: String(at),
    sinistro: String(2026000000000 + at),
    autorizacao: at % 2 ? `A-${at}` : null,
    abertoEm: "2026-11-20T14:03:11-03:00",
    valorTotal: "1280.50",
    status: ABERTO,
    seguradora: { id: "1", nome: "Araucária Seguros" },
    segurado: {
      cpfCnpj: at ? `529982${10000 + at}` : "52998224725",
      nome: at === 0 ? '=Marina; "Duarte"' : `Segurado ${at}`,
    },
    pet: at === 1 ? null : { id: String(at), nome: "Paçoca" },
  };
}

/** A list of so many rows, page by page, as the graph cuts it. */
function listOf(count: number) {
  return ({ first, after }: Args) => {
    const from = after ? Number(after) + 1 : 0;
    const to = Math.min(from + first, count);
    const nodes = Array.from({ length: to - from }, (_, at) => acionamento(from + at));
    return {
      totalCount: count,
      valorTotal: "1543.20",
      nodes,
      edges: nodes.map((node) => ({ node, cursor: node.id })),
      pageInfo: {
        hasNextPage: to < count,
        hasPreviousPage: from > 0,
        endCursor: String(to - 1),
        startCursor: String(from),
      },
    };
  };
}

function lists() {
  return graph.sent.filter(({ name }) => name === "Consulta");
}

function exported() {
  return graph.sent.filter(({ name }) => name === "ConsultaExport");
}

function fault(): never {
  throw graphError("UPSTREAM_UNAVAILABLE", "O serviço não respondeu.");
}

const head = (name: string) => screen.getByRole("columnheader", { name });

const firstRow = () => screen.findByRole("link", { name: "2026000000000" });

beforeEach(() => {
  signIn();
  graph.answers({ acionamentos: listOf(3), totaisPorStatus: TOTAIS, seguradoras: SEGURADORAS });
});

describe("the question", () => {
  test.each([
    [CONSULTA, "?status=ABERTO", { status: "ABERTO" }],
    [`${CONSULTA}?status=&x=1`, "?status=ABERTO", { status: "ABERTO" }],
    [`${CONSULTA}?autorizacao=A-1`, "?autorizacao=A-1", { autorizacao: "A-1" }],
    [`${CONSULTA}?sinistro=2026&status=NEGADO`, "?sinistro=2026", { sinistro: "2026" }],
    [
      `${CONSULTA}?seguradora=1`,
      "?seguradora=1&status=ABERTO",
      { seguradoraStatus: { seguradora: "1", status: "ABERTO" } },
    ],
  ])("of %s is asked once, and its address is %s", async (address, search, filtro) => {
    const portal = openPortal(address);
    await firstRow();
    expect(portal.address()).toBe(CONSULTA + search);
    expect(graph.sent).toHaveLength(1);
    expect(lists()[0]?.variables).toMatchObject({
      filtro,
      busca: null,
      ordem: "ABERTURA_DESC",
      comMenu: true,
      ano: thisYear(),
    });
  });

  test("is told in words, with how many there are and what they are worth", async () => {
    openPortal(`${CONSULTA}?seguradora=1&status=FATURADO`);
    expect(await screen.findByRole("heading", { name: "Faturado · Araucária Seguros" })).toBeVisible();
    expect(await screen.findByText(/3 acionamentos · R\$\s1\.543,20/)).toBeVisible();
    expect(screen.getByRole("table", { name: "Faturado · Araucária Seguros" })).toHaveAttribute("aria-rowcount", "4");
  });

  test("is another one by a chip, in one operation that asks for the list alone", async () => {
    const { user, address } = openPortal(CONSULTA);
    await user.click(await screen.findByRole("link", { name: "Faturado 1.234" }));
    await waitFor(() => expect(screen.getByRole("link", { name: "Faturado 1.234" })).toHaveAttribute("aria-current"));
    await firstRow();
    expect(address()).toBe(`${CONSULTA}?status=FATURADO`);
    expect(lists()).toHaveLength(2);
    expect(lists()[1]?.variables).toMatchObject({
      filtro: { status: "FATURADO" },
      comMenu: false,
      comTotais: false,
      comSeguradoras: false,
    });
  });

  test("is one insurer's by the select, in the status that is chosen", async () => {
    const { user, address } = openPortal(`${CONSULTA}?status=FATURADO`);
    await firstRow();
    await user.selectOptions(screen.getByLabelText("Seguradora"), "Pantaneira Seguros Rurais (inativa)");
    await waitFor(() => expect(address()).toBe(`${CONSULTA}?seguradora=13&status=FATURADO`));
    await user.selectOptions(screen.getByLabelText("Seguradora"), "Todas as seguradoras");
    await waitFor(() => expect(address()).toBe(`${CONSULTA}?status=FATURADO`));
  });

  test("is a number that was pasted with its punctuation, by Enter", async () => {
    const { user, address } = openPortal(CONSULTA);
    await firstRow();
    await user.click(screen.getByLabelText("Nº do sinistro"));
    await user.paste(" 2026.000.000.001 ");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(address()).toBe(`${CONSULTA}?sinistro=2026000000001`));
    expect(await screen.findByRole("heading", { name: "Sinistro 2026000000001" })).toBeVisible();
  });

  test("is never a CPF: the field says where to look for one", async () => {
    const { user, address } = openPortal(CONSULTA);
    await firstRow();
    await user.type(screen.getByLabelText("Nº da autorização"), "529.982.247-25{Enter}");
    expect(screen.getByLabelText("Nº da autorização")).toHaveAccessibleDescription(/Isto é um CPF/);
    expect(address()).toBe(`${CONSULTA}?status=ABERTO`);
  });

  test("of a status that nobody knows has a chip with its code, as it comes", async () => {
    openPortal(`${CONSULTA}?status=EM_ORBITA`);
    await screen.findByRole("link", { name: "Aberto 2" });
    expect(screen.getByRole("link", { name: "EM_ORBITA" })).toHaveAttribute("aria-current", "true");
  });
});

describe("a search", () => {
  test("is made by the graph once one has stopped typing, and never stands in the address", async () => {
    const { user, address, router } = openPortal(CONSULTA);
    await firstRow();
    await user.type(screen.getByRole("searchbox"), "529.982.247-25");
    await waitFor(() => expect(lists()).toHaveLength(2));
    expect(lists()[1]?.variables).toMatchObject({ filtro: { status: "ABERTO" }, busca: "529.982.247-25" });
    await screen.findByText(/com “529\.982\.247-25”/);
    expect(address()).toBe(`${CONSULTA}?status=ABERTO`);
    expect(router.state.location.state).toEqual({ busca: "529.982.247-25" });
    expect(screen.getByRole("searchbox")).toHaveFocus();
  });

  test("goes on in another status, and comes back with the way back", async () => {
    const { user, router } = openPortal(CONSULTA);
    await firstRow();
    await user.type(screen.getByRole("searchbox"), "nala{Enter}");
    await screen.findByText(/com “nala”/);
    await user.click(screen.getByRole("link", { name: /^Faturado/ }));
    await waitFor(() =>
      expect(lists().at(-1)?.variables).toMatchObject({ filtro: { status: "FATURADO" }, busca: "nala" }),
    );
    await user.click(screen.getByRole("button", { name: "Limpar a busca" }));
    await waitFor(() => expect(lists().at(-1)?.variables).toMatchObject({ busca: null }));
    await router.navigate(-1);
    await waitFor(() => expect(screen.getByRole("searchbox")).toHaveValue("nala"));
    expect(lists().at(-1)?.variables).toMatchObject({ filtro: { status: "ABERTO" }, busca: "nala" });
  });

  test("that finds nothing says so, and leads back to the whole list", async () => {
    graph.answers({
      acionamentos: ({ busca, ...args }: Args & { busca: string | null }) => listOf(busca ? 0 : 3)(args),
    });
    const { user } = openPortal(CONSULTA);
    await firstRow();
    await user.type(screen.getByRole("searchbox"), "xyz{Enter}");
    expect(await screen.findByRole("heading", { name: "Nenhum acionamento com “xyz”" })).toBeVisible();
    await user.click(screen.getAllByRole("button", { name: "Limpar a busca" }).at(-1) as HTMLElement);
    await firstRow();
  });
});

test("the heads of the columns sort the whole result, and the address keeps the order", async () => {
  const { address } = openPortal(`${CONSULTA}?status=FATURADO`);
  await firstRow();
  expect(head("Aberto em")).toHaveAttribute("aria-sort", "descending");
  for (const [name, sort, ordem] of [
    ["Total", "descending", "VALOR_DESC"],
    ["Total", "ascending", "VALOR_ASC"],
    ["Segurado", "ascending", "SEGURADO_ASC"],
    ["Aberto em", "descending", "ABERTURA_DESC"],
    ["Aberto em", "ascending", "ABERTURA_ASC"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    await act(async () => within(head(name)).getByRole("button").click());
    // oxlint-disable-next-line no-await-in-loop
    await waitFor(() => expect(head(name)).toHaveAttribute("aria-sort", sort));
    expect(lists().at(-1)?.variables).toMatchObject({ filtro: { status: "FATURADO" }, ordem });
  }
  expect(address()).toBe(`${CONSULTA}?status=FATURADO&ordem=ABERTURA_ASC`);
  expect(lists()).toHaveLength(6);
});

describe("the table", () => {
  test("says of each acionamento what there is to say", async () => {
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

  test("leads by the arrow keys from row to row and by Enter to the view, and back to the row", async () => {
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

  test("leads to the view by a click anywhere on a row", async () => {
    const { user, address } = openPortal(CONSULTA);
    await user.click(await screen.findByText("Segurado 1"));
    await waitFor(() => expect(address()).toBe("/visualiza-acionamento?sinistro=2026000000001"));
  });

  test("reads on when its end is near, and keeps its rows when the next page fails", async () => {
    let isBroken = true;
    const list = listOf(70);
    graph.answers({
      acionamentos: (args: Args) => {
        if (args.after && isBroken) throw graphError("UPSTREAM_TIMEOUT", "O serviço demorou demais.");
        return list(args);
      },
    });
    const { user } = openPortal(CONSULTA);
    (await firstRow()).focus();
    await user.keyboard("{End}");
    expect(await screen.findByText(/O serviço demorou demais\./)).toBeVisible();
    expect(screen.getByRole("link", { name: "2026000000049" })).toHaveFocus();

    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
    await waitFor(() => expect(screen.queryByText(/O serviço demorou demais/)).not.toBeInTheDocument());
    screen.getByRole("link", { name: "2026000000049" }).focus();
    await user.keyboard("{End}");
    expect(screen.getByRole("link", { name: "2026000000069" })).toHaveFocus();
    expect(lists().at(-1)?.variables).toMatchObject({ after: "49", comMenu: false, comTotais: false });
    expect(screen.queryByRole("status", { name: "Carregando mais acionamentos" })).not.toBeInTheDocument();
  });

  test("of five thousand rows has few of them in the page", async () => {
    graph.answers({ acionamentos: listOf(5000) });
    openPortal(CONSULTA);
    await firstRow();
    expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "5001");
    expect(screen.getAllByRole("row").length).toBeLessThan(45);
  });
});

describe("what goes wrong", () => {
  test("with the list leaves the chips, and can be tried again", async () => {
    graph.answers({ acionamentos: fault });
    const { user } = openPortal(CONSULTA);
    expect(await screen.findByRole("heading", { name: "Não foi possível carregar os acionamentos." })).toBeVisible();
    expect(screen.getByText("O serviço não respondeu.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Faturado 1.234" })).toBeVisible();
    graph.answers({ acionamentos: listOf(3) });
    await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
    await firstRow();
  });

  test("with the chips or the insurers leaves the list, and is asked for again along with the next one", async () => {
    graph.answers({ totaisPorStatus: fault, seguradoras: fault });
    const { user } = openPortal(CONSULTA);
    await firstRow();
    expect(await screen.findByText("As quantidades não puderam ser carregadas.")).toBeVisible();
    expect(screen.getByText("As seguradoras não puderam ser carregadas.")).toBeVisible();
    expect(screen.getByRole("link", { name: "ABERTO" })).toHaveAttribute("aria-current", "true");
    graph.answers({ totaisPorStatus: TOTAIS, seguradoras: SEGURADORAS });
    await user.click(screen.getAllByRole("button", { name: "Tentar novamente" })[0] as HTMLElement);
    expect(await screen.findByRole("link", { name: "Aberto 2" })).toBeVisible();
    expect(screen.queryByText(/não puderam ser carregadas/)).not.toBeInTheDocument();
    expect(lists()).toHaveLength(2);
  });

  test("while coming back leaves the rows that were there, and says that they may be old", async () => {
    const { user, router } = openPortal(CONSULTA);
    await user.click(await firstRow());
    graph.goDown();
    await router.navigate(-1);
    expect(await screen.findByText(/A lista não pôde ser atualizada/)).toBeVisible();
    expect(await firstRow()).toBeVisible();
  });

  test("with the connection is told in the place of everything that did not come", async () => {
    graph.goDown();
    const { user } = openPortal(CONSULTA);
    expect(await screen.findByRole("heading", { name: "Não foi possível carregar os acionamentos." })).toBeVisible();
    expect(screen.getByText("As quantidades não puderam ser carregadas.")).toBeVisible();
    graph.comeBack();
    await user.click(screen.getAllByRole("button", { name: "Tentar novamente" })[0] as HTMLElement);
    await firstRow();
  });
});

test.each([
  ["?status=NEGADO", "Nenhum acionamento neste status"],
  ["?seguradora=1&status=NEGADO", "Nenhum acionamento desta seguradora neste status"],
  ["?sinistro=1", "Nenhum acionamento com o sinistro 1"],
  ["?autorizacao=A-1", "Nenhum acionamento com a autorização A-1"],
])("an empty answer to %s says what there is none of", async (search, text) => {
  graph.answers({ acionamentos: listOf(0) });
  const { user, address } = openPortal(CONSULTA + search);
  expect(await screen.findByRole("heading", { name: text })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Ver os acionamentos abertos" }));
  await waitFor(() => expect(address()).toBe(`${CONSULTA}?status=ABERTO`));
});

describe("the export", () => {
  const saved: { name: string; blob: Blob }[] = [];

  beforeEach(() => {
    saved.length = 0;
    let blob = new Blob();
    URL.createObjectURL = (made) => {
      blob = made as Blob;
      return "blob:";
    };
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob });
    });
    return () => vi.restoreAllMocks();
  });

  test("holds the whole result, page by page, as it is asked, searched and sorted", async () => {
    graph.answers({ acionamentos: listOf(1100) });
    const { user } = openPortal(`${CONSULTA}?seguradora=1&status=FATURADO&ordem=VALOR_ASC`);
    await firstRow();
    await user.type(screen.getByRole("searchbox"), "529.982.247-25{Enter}");
    await screen.findByText(/com “529/);
    await user.click(screen.getByRole("button", { name: "Exportar CSV" }));
    await waitFor(() => expect(saved).toHaveLength(1), { timeout: 5000 });

    expect(saved[0]?.name).toMatch(/^acionamentos-seguradora-1-status-faturado-\d{4}-\d\d-\d\d\.csv$/);
    const bytes = new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? new ArrayBuffer());
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split("\r\n");
    expect(lines).toHaveLength(1100 + 2);
    expect(lines[0]).toBe("Sinistro;Autorização;Aberto em;Segurado;CPF/CNPJ;Pet;Seguradora;Status;Total (R$)");
    expect(lines[1]).toBe(
      '2026000000000;;20/11/2026 14:03;"\'=Marina; ""Duarte""";529.982.247-25;Paçoca;Araucária Seguros;Aberto;1280,50',
    );
    expect(exported().map(({ variables }) => variables["after"])).toEqual([null, "499", "999"]);
    expect(exported()[2]?.variables).toMatchObject({
      filtro: { seguradoraStatus: { seguradora: "1", status: "FATURADO" } },
      busca: "529.982.247-25",
      ordem: "VALOR_ASC",
    });
    expect(await screen.findByText("A lista foi exportada.")).toBeVisible();
  });

  test("that fails in the middle says so, and saves nothing", async () => {
    const list = listOf(1100);
    graph.answers({
      acionamentos: (args: Args) => {
        if (args.after) throw graphError("UPSTREAM_UNAVAILABLE", "O serviço não respondeu.");
        return list(args);
      },
    });
    const { user } = openPortal(CONSULTA);
    await firstRow();
    await user.click(screen.getByRole("button", { name: "Exportar CSV" }));
    const alert = await screen.findByRole("alertdialog");
    expect(alert).toHaveTextContent("A exportação não terminou, e nenhum arquivo foi salvo. O serviço não respondeu.");
    expect(saved).toEqual([]);
    expect(screen.getByRole("button", { name: "Exportar CSV", hidden: true })).toBeInTheDocument();
  });

  test("tells how far it is, and saves nothing when it is cancelled", async () => {
    const list = listOf(1100);
    const gate = new EventTarget();
    const opened = new Promise((resolve) => gate.addEventListener("open", resolve));
    graph.answers({
      acionamentos: async (args: Args) => {
        if (args.first === 500 && args.after) await opened;
        return list(args);
      },
    });
    const { user } = openPortal(CONSULTA);
    await firstRow();
    await user.click(screen.getByRole("button", { name: "Exportar CSV" }));
    expect(await screen.findByText("Exportando: 500 de 1.100 acionamentos")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Cancelar exportação" }));
    gate.dispatchEvent(new Event("open"));
    expect(await screen.findByRole("button", { name: "Exportar CSV" })).toHaveFocus();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(saved).toEqual([]);
  });
});
