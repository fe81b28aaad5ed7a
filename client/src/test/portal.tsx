import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createMemoryRouter, type InitialEntry, RouterProvider, type RouterProviderProps } from "react-router";
import { createRoutes, future } from "../routes.tsx";
import { openSession } from "../session.ts";
import { createLoaderContext } from "../shell/loaderContext.ts";
import { PageOverlays } from "../ui/PageOverlays.tsx";
import { theme } from "../ui/theme.ts";
import { mockGraph } from "./mockGraph.ts";

const ANA = { nome: "Ana Souza", email: "ana@patas.example", telefone: "11987654321", perfil: "Atendente" };

const MENU = [
  { id: "1", titulo: "Início", rota: "/home-page", icone: "home" },
  { id: "2", titulo: "Novo acionamento", rota: "/novo-acionamento", icone: "plus" },
  { id: "3", titulo: "Consultar acionamentos", rota: "/consulta-acionamento", icone: "search" },
  { id: "4", titulo: "Reabrir acionamento", rota: "/reabre-acionamento", icone: "refresh" },
];

export function signIn(): void {
  openSession("token-da-ana", ANA);
  mockGraph.respond({ menu: MENU });
}

export function renderRouter(router: RouterProviderProps["router"]): void {
  // Without Mantine's style sheets, whose rules jsdom evaluates for every query by role.
  render(
    <MantineProvider env="test" theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <PageOverlays>
        <RouterProvider router={router} />
      </PageOverlays>
    </MantineProvider>,
  );
}

/** The text of the alert that is shown. */
export const alertText = async () =>
  within(await screen.findByRole("alertdialog", { name: "Atenção!" })).getByText(/./, { selector: "p" });

/** Renders the whole portal at an address, or at the last of some history entries. */
export function openPortal(address: string | readonly InitialEntry[]) {
  const router: ReturnType<typeof createMemoryRouter> = createMemoryRouter(createRoutes(), {
    future,
    initialEntries: [address].flat(),
    getContext: () => createLoaderContext(() => router),
  });
  renderRouter(router);
  const current = () => router.state.location.pathname + router.state.location.search;
  return { user: userEvent.setup(), address: current, router };
}
