import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openSession } from "../session.ts";
import { acionamento } from "../test/acionamento.ts";
import { failing, mockGraph } from "../test/mockGraph.ts";
import { openPortal, signIn } from "../test/portal.tsx";
import { showToast } from "../ui/toast.ts";

const menu = async () => within(await screen.findByRole("navigation", { name: "Principal" }));

beforeEach(signIn);

test("a screen has the focus when the user comes back to it, also to the one that was loaded", async () => {
  const { router } = openPortal("/minhaconta-pg");
  expect(await screen.findByRole("heading", { level: 1, name: "Minha conta" })).not.toHaveFocus();
  await act(() => router.navigate("/trocasenha-pg"));
  expect(await screen.findByRole("heading", { level: 1, name: "Trocar senha" })).toHaveFocus();
  await act(() => router.navigate(-1));
  expect(await screen.findByRole("heading", { level: 1, name: "Minha conta" })).toHaveFocus();
});

describe("menu", () => {
  test("shows the services' entries in their order, and the current one", async () => {
    mockGraph.respond({
      menu: [
        { id: "9", titulo: "Minha conta", rota: "/minhaconta-pg", icone: null },
        { id: "1", titulo: "Início", rota: "/home-page", icone: "home" },
        { id: "2", titulo: "Relatórios", rota: "/relatorios", icone: "nobody-knows" },
      ],
    });
    openPortal("/minhaconta-pg");
    const links = await (await menu()).findAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual(["Minha conta", "Início", "Relatórios"]);
    expect(links[0]).toHaveAttribute("aria-current", "page");
  });

  test("an entry that the portal does not know leads to the not-found page", async () => {
    mockGraph.respond({ menu: [{ id: "2", titulo: "Relatórios", rota: "/relatorios", icone: null }] });
    const { user } = openPortal("/minhaconta-pg");
    await user.click(await screen.findByRole("link", { name: "Relatórios" }));
    expect(await screen.findByRole("heading", { name: "Página não encontrada" })).toBeVisible();
  });

  test.each([
    "https://example.com/",
    "//example.com",
    "/\\example.com",
    "/\t/example.com",
    "javascript:alert(1)",
    "home-page",
    "",
  ])("no entry leads out of the portal: %s", async (rota) => {
    mockGraph.respond({
      menu: [
        { id: "1", titulo: "Fora", rota, icone: null },
        { id: "2", titulo: "Início", rota: "/home-page", icone: null },
      ],
    });
    openPortal("/minhaconta-pg");
    expect(await (await menu()).findByRole("link", { name: "Início" })).toBeVisible();
    expect(screen.queryByText("Fora")).not.toBeInTheDocument();
  });

  test("a menu without entries says so", async () => {
    mockGraph.respond({ menu: [] });
    openPortal("/minhaconta-pg");
    expect(await (await menu()).findByText("O seu menu está vazio.")).toBeVisible();
  });

  test("a failed menu shows an error and can be retried", async () => {
    mockGraph.respond({ menu: failing("UPSTREAM_UNAVAILABLE", "O serviço não respondeu.") });
    const { user } = openPortal("/minhaconta-pg");
    expect(await (await menu()).findByText("O menu não pôde ser carregado.")).toBeVisible();
    mockGraph.respond({ menu: [{ id: "1", titulo: "Início", rota: "/home-page", icone: null }] });
    await user.click((await menu()).getByRole("button", { name: /^Tentar novamente/ }));
    expect(await (await menu()).findByRole("link", { name: "Início" })).toBeVisible();
    expect(screen.getByRole("navigation", { name: "Principal" })).toHaveFocus();
  });

  test("on a narrow screen it is opened by its button, and closed by Escape and by going somewhere", async () => {
    const { user } = openPortal("/minhaconta-pg");
    const burger = await screen.findByRole("button", { name: "Abrir o menu" });
    await user.click(burger);
    expect(burger).toHaveAccessibleName("Fechar o menu");
    expect(burger).toHaveAttribute("aria-expanded", "true");
    await user.keyboard("{Escape}");
    expect(burger).toHaveAttribute("aria-expanded", "false");
    expect(burger).toHaveFocus();

    await user.click(burger);
    await user.click(await screen.findByRole("link", { name: "Consultar acionamentos" }));
    await waitFor(() => expect(burger).toHaveAttribute("aria-expanded", "false"));
  });
});

describe("frame", () => {
  test("shows a label outside of production", async () => {
    openPortal("/minhaconta-pg");
    expect(await screen.findByText("Homologação")).toBeVisible();
  });

  test("shows a banner while offline", async () => {
    openPortal("/minhaconta-pg");
    await screen.findByRole("navigation", { name: "Principal" });
    const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => window.dispatchEvent(new Event("offline")));
    const text = "Sem conexão. O que você digita fica guardado.";
    expect(screen.getByText(text).closest("[role=status]")).toBeInTheDocument();
    isOnline.mockReturnValue(true);
    act(() => window.dispatchEvent(new Event("online")));
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  test.each([
    ["/home-page", "Home"],
    ["/consulta-acionamento?status=ABERTO", "Consulta"],
    ["/novo-acionamento", "Novo"],
    ["/visualiza-acionamento?sinistro=2026000000001", "Visualiza"],
    ["/reabre-acionamento?sinistro=2026000000001", "Reabertura"],
    ["/minhaconta-pg", "MenuDoUsuario"],
  ])("once the browser is online again, %s asks again for what it could not read", async (address, query) => {
    mockGraph.disconnect();
    openPortal(address);
    await screen.findAllByRole("button", { name: /^Tentar novamente/ });
    const before = mockGraph.sentAs(query).length;
    mockGraph.reconnect();
    await act(async () => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(mockGraph.sentAs(query).length).toBeGreaterThan(before));
  });

  test("what was read once the browser was online again is not read at the next time", async () => {
    mockGraph.respond({ acionamento: acionamento("2026000000001") });
    mockGraph.disconnect();
    openPortal("/visualiza-acionamento?sinistro=2026000000001");
    await screen.findAllByRole("button", { name: /^Tentar novamente/ });
    mockGraph.reconnect();
    await act(async () => void window.dispatchEvent(new Event("online")));
    await screen.findByText("Status", { selector: "dt" });
    const sent = mockGraph.sentNames;
    await act(async () => void window.dispatchEvent(new Event("online")));
    await act(async () => undefined);
    expect(mockGraph.sentNames).toEqual(sent);
  });

  test("once the browser is online again, a screen that could read everything stays as it is", async () => {
    mockGraph.respond({ acionamento: acionamento("2026000000001") });
    openPortal("/visualiza-acionamento?sinistro=2026000000001");
    await screen.findByText("Status", { selector: "dt" });
    await act(async () => void window.dispatchEvent(new Event("online")));
    expect(mockGraph.sentNames).toEqual(["Visualiza"]);
  });
});

async function openWithToast() {
  const portal = openPortal("/minhaconta-pg");
  await screen.findByRole("heading", { name: "Minha conta" });
  act(() => showToast("Dados salvos."));
  await screen.findByText("Dados salvos.");
  return portal;
}

describe("toasts", () => {
  test("replace each other: one is shown at a time", async () => {
    await openWithToast();
    act(() => showToast("Número copiado."));
    expect(await screen.findByText("Número copiado.")).toBeVisible();
    await waitFor(() => expect(screen.queryByText("Dados salvos.")).not.toBeInTheDocument());
  });

  test("go with the session: the next login does not show them", async () => {
    const { router } = await openWithToast();
    await router.navigate("/logout-pg");
    await screen.findByRole("heading", { name: "Login" });
    signIn();
    await router.navigate("/minhaconta-pg");
    await screen.findByRole("heading", { name: "Minha conta" });
    expect(screen.queryByText("Dados salvos.")).not.toBeInTheDocument();
  });

  test("go along to the next screen", async () => {
    const { router } = await openWithToast();
    await router.navigate("/trocasenha-pg");
    await screen.findByRole("heading", { name: "Trocar senha" });
    expect(await screen.findByText("Dados salvos.")).toBeVisible();
  });
});

describe("the person's menu", () => {
  test.each([
    ["Ana Souza", "AS"],
    ["  Maria das Dores de Albuquerque e Silva ", "MS"],
    ["Élida", "É"],
    ["𝒜na Souza", "𝒜S"],
  ])("%s has the initials %s", async (nome, letters) => {
    openSession("token", { nome, email: null, telefone: null, perfil: null });
    openPortal("/minhaconta-pg");
    expect(await screen.findByText(letters)).toBeVisible();
  });

  test("the colour scheme is stored in the browser", async () => {
    const { user } = openPortal("/minhaconta-pg");
    await user.click(await screen.findByRole("button", { name: "Menu de Ana Souza" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Escuro" }));
    expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "dark");
    expect(Object.values({ ...localStorage })).toContain("dark");
    expect(screen.getByRole("menuitemradio", { name: "Escuro" })).toBeChecked();
  });
});
