import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ABERTO, acionamento, FATURADO, MARINA } from "../../test/acionamento.ts";
import { failing, mockGraph } from "../../test/mockGraph.ts";
import { openPortal, signIn } from "../../test/portal.tsx";

const CPF = MARINA.cpfCnpj;
const EM_PERICIA = { codigo: "EM_PERICIA", descricao: "Em perícia" };

const rowOf = (id: string, status: object) => acionamento(`202600000000${id}`, { id, status });

interface Args {
  readonly statusEm: readonly string[];
  readonly after?: string | null;
}

/** One in progress, and three finished ones, of which a page has two. */
function acionamentos({ statusEm, after }: Args) {
  const isOpen = statusEm.includes("ABERTO");
  const nodes = isOpen
    ? [rowOf("1", ABERTO)]
    : after
      ? [rowOf("4", EM_PERICIA)]
      : [rowOf("2", FATURADO), rowOf("3", FATURADO)];
  const hasNextPage = !isOpen && !after;
  return { totalCount: isOpen ? 1 : 3, nodes, pageInfo: { endCursor: "3", hasNextPage } };
}

beforeEach(() => {
  signIn();
  mockGraph.respond({
    segurado: { ...MARINA, acionamentos },
    totaisPorStatus: [
      { mes: 1, quantidade: 1, status: FATURADO },
      { mes: 1, quantidade: 1, status: EM_PERICIA },
      { mes: 2, quantidade: 1, status: ABERTO },
    ],
  });
});

async function openSegurado() {
  const portal = openPortal("/minhaconta-pg");
  await portal.user.type(await screen.findByRole("combobox", { name: /^Pesquisar por CPF/ }), "529.982.247-25");
  await portal.user.click(screen.getByRole("option", { name: /Acionamentos deste segurado/ }));
  await screen.findByRole("heading", { level: 1, name: "Acionamentos do segurado" });
  return portal;
}

test("the search opens an insured's acionamentos in progress with one operation, and no CPF in the address", async () => {
  const { address } = await openSegurado();
  expect(await screen.findByText("Marina Duarte · 1 acionamento em andamento")).toBeVisible();
  expect(screen.getByText("529.982.247-25")).toBeVisible();
  expect(screen.getByRole("link", { name: "2026000000001" })).toHaveAttribute(
    "href",
    "/visualiza-acionamento?sinistro=2026000000001",
  );
  expect(address()).toBe("/consulta-acionamento");
  expect(mockGraph.sentNames).toEqual(["MenuDoUsuario", "SeguradoAcionamentos"]);
});

/** An insured's acionamentos with these claim numbers, of which all but `S-3` have one code. */
const ofOneCode = (sinistros: readonly string[]) => ({
  segurado: {
    ...MARINA,
    acionamentos: {
      totalCount: sinistros.length,
      nodes: sinistros.map((sinistro) => ({ ...rowOf(sinistro === "S-3" ? "3" : "1", FATURADO), sinistro })),
      pageInfo: { endCursor: "1", hasNextPage: false },
    },
  },
});
const shownOfOneCode = () => screen.getAllByRole("link", { name: /^S-\d$/ }).map((link) => link.textContent);

test("acionamentos to which an API gives one code are rows of their own", async () => {
  mockGraph.respond(ofOneCode(["S-1", "S-2", "S-3"]));
  const { user } = await openSegurado();
  await waitFor(() => expect(shownOfOneCode()).toEqual(["S-1", "S-2", "S-3"]));
  mockGraph.respond(ofOneCode(["S-3", "S-4", "S-1"]));
  await user.type(screen.getByRole("combobox", { name: /^Pesquisar por CPF/ }), "529.982.247-25");
  await user.click(screen.getByRole("option", { name: /Acionamentos deste segurado/ }));
  await waitFor(() => expect(shownOfOneCode()).toEqual(["S-3", "S-4", "S-1"]));
});

test("the finished ones are asked for on demand, by the statuses that there are", async () => {
  const { user } = await openSegurado();
  await user.click(await screen.findByRole("button", { name: "Mostrar os encerrados" }));
  const finished = within(await screen.findByRole("region", { name: "Encerrados" }));
  expect(await finished.findByText("3 acionamentos encerrados")).toBeVisible();
  expect(mockGraph.sent.at(-1)).toMatchObject({
    name: "SeguradoEncerrados",
    variables: { cpfCnpj: CPF, statusEm: ["EM_PERICIA", "FATURADO"], after: null },
  });
  await user.click(screen.getByRole("button", { name: "Mostrar mais" }));
  expect(await finished.findByRole("link", { name: "2026000000004" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mostrar mais" })).not.toBeInTheDocument();
});

test("an insured that cannot be read is not taken for an unknown one if something else is refused", async () => {
  mockGraph.respond({
    segurado: failing("UPSTREAM_TIMEOUT", "O serviço demorou."),
    totaisPorStatus: failing("UPSTREAM_REJECTED", "Sem acesso aos totais."),
  });
  await openSegurado();
  expect(await screen.findByRole("heading", { name: "Não foi possível carregar o segurado." })).toBeVisible();
});

test("finished ones that fail are told and can be asked for again", async () => {
  const { user } = await openSegurado();
  const button = await screen.findByRole("button", { name: "Mostrar os encerrados" });
  mockGraph.respond({ segurado: failing("UPSTREAM_TIMEOUT", "O serviço demorou.") });
  await user.click(button);
  expect(await screen.findByText("O serviço demorou.")).toBeVisible();
  mockGraph.respond({ segurado: { ...MARINA, acionamentos } });
  await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
  expect(await screen.findByText("3 acionamentos encerrados")).toBeVisible();
});

test("finished ones of which a detail cannot be read are shown", async () => {
  const { user } = await openSegurado();
  const nodes = [{ ...rowOf("2", FATURADO), seguradora: failing("UPSTREAM_TIMEOUT", "O serviço demorou.") }];
  const list = { totalCount: 1, nodes, pageInfo: { endCursor: "2", hasNextPage: false } };
  mockGraph.respond({ segurado: { ...MARINA, acionamentos: list } });
  await user.click(await screen.findByRole("button", { name: "Mostrar os encerrados" }));
  expect(await screen.findByRole("link", { name: "2026000000002" })).toBeVisible();
});

test("finished ones that failed for lack of network come once the browser is online again", async () => {
  const { user } = await openSegurado();
  const button = await screen.findByRole("button", { name: "Mostrar os encerrados" });
  mockGraph.disconnect();
  await user.click(button);
  await screen.findByRole("heading", { name: "Não foi possível carregar os encerrados." });
  mockGraph.reconnect();
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("3 acionamentos encerrados")).toBeVisible();
});

test("finished ones of which the statuses cannot be read say so, and are there after a retry", async () => {
  const totais = [{ mes: 1, quantidade: 1, status: FATURADO }];
  mockGraph.respond({ totaisPorStatus: failing("UPSTREAM_TIMEOUT", "O serviço de totais demorou.") });
  const { user } = await openSegurado();
  const finished = within(await screen.findByRole("region", { name: "Encerrados" }));
  expect(finished.getByText("O serviço de totais demorou.")).toBeVisible();
  mockGraph.respond({ totaisPorStatus: totais });
  await user.click(finished.getByRole("button", { name: "Tentar novamente" }));
  await user.click(await finished.findByRole("button", { name: "Mostrar os encerrados" }));
  expect(await finished.findByText("3 acionamentos encerrados")).toBeVisible();
});

test("where no status is a finished one, it says that there are none", async () => {
  mockGraph.respond({ totaisPorStatus: [] });
  await openSegurado();
  const finished = within(await screen.findByRole("region", { name: "Encerrados" }));
  expect(finished.getByText("Nenhum acionamento foi encerrado neste ano nem no anterior.")).toBeVisible();
  expect(finished.queryByRole("button")).not.toBeInTheDocument();
});

test("a new acionamento for the insured is one click away, for those who may open one", async () => {
  const { user, router } = await openSegurado();
  const states: unknown[] = [];
  router.subscribe(({ location }) => states.push(location.state));
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Novo acionamento" }));
  await screen.findByRole("heading", { level: 1, name: "Novo acionamento" });
  expect(states).toContainEqual({ cpfCnpj: CPF });
});

test("an insured that the services do not know is said to be unknown", async () => {
  mockGraph.respond({ segurado: failing("UPSTREAM_REJECTED", "Segurado não encontrado.") });
  const portal = openPortal("/minhaconta-pg");
  await screen.findByRole("heading", { name: "Minha conta" });
  await act(() => portal.router.navigate("/consulta-acionamento", { state: { cpfCnpj: CPF } }));
  expect(await screen.findByRole("heading", { name: "Segurado não encontrado" })).toBeVisible();
});

test.each(["UPSTREAM_TIMEOUT", "RATE_LIMITED"])("an insured that %s hides is not said to be unknown", async (code) => {
  mockGraph.respond({ segurado: failing(code, "O serviço demorou.") });
  const portal = openPortal("/minhaconta-pg");
  await screen.findByRole("heading", { name: "Minha conta" });
  await act(() => portal.router.navigate("/consulta-acionamento", { state: { cpfCnpj: CPF } }));
  expect(await screen.findByRole("heading", { name: "Não foi possível carregar o segurado." })).toBeVisible();
  expect(screen.getByText("O serviço demorou.")).toBeVisible();
});

test("of more in progress than the screen shows, it says so, and the list has them all", async () => {
  const open = { totalCount: 135, nodes: [rowOf("1", ABERTO)] };
  mockGraph.respond({ segurado: { ...MARINA, acionamentos: open } });
  const { user, router, address } = await openSegurado();
  expect(await screen.findByText(/^Mostrados 1 de 135\./)).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Ver todos na lista" }));
  await waitFor(() => expect(address()).toMatch(/^\/consulta-acionamento\?status=ABERTO&status=EM_ANALISE/));
  expect(router.state.location.state).toEqual({ busca: CPF });
});

test("a reload that fails leaves the insured", async () => {
  const { router } = await openSegurado();
  await screen.findByText("Marina Duarte · 1 acionamento em andamento");
  mockGraph.respond({ segurado: failing("UPSTREAM_TIMEOUT", "O serviço demorou.") });
  await act(() => router.revalidate());
  expect(screen.getByText("Marina Duarte · 1 acionamento em andamento")).toBeVisible();
  expect(await screen.findByText(/estes dados podem não ser os mais recentes/)).toBeVisible();
});
