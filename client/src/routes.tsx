import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject, redirect } from "react-router";
import { loadConsulta } from "./acionamento/consulta.query.ts";
import { loadNovo } from "./acionamento/novo.query.ts";
import { loadReabertura } from "./acionamento/reabertura.query.ts";
import { loadVisualiza } from "./acionamento/visualiza.query.ts";
import { signOut, whenSessionLost } from "./graph/client.ts";
import { isAnotherVisit, loadHome } from "./painel/home.query.ts";
import { loginAddress, requireSession, requireSessionOrForcedChange } from "./shell/guard.ts";
import { loadMenu } from "./shell/menu.ts";
import { Opening } from "./shell/Opening.tsx";
import { contextOf } from "./shell/place.ts";
import { PortalFailed, RouteFailed } from "./shell/RouteFailed.tsx";
import { currentSession } from "./session.ts";
import { alert } from "./ui/interrupt.ts";

/** A screen in a chunk of its own. Its loader stands here, so that its query is under way before the chunk is. */
function screen(load: () => Promise<ComponentType>): { Component: () => Promise<ComponentType> } {
  return { Component: load };
}

/** Guards are middleware, which runs before every loader below it. */
export const future = { v8_middleware: true };

/** Made for each of its two routes: a router takes out of `lazy` what it has fetched. */
const login = () => screen(async () => (await import("./login/LoginPage.tsx")).LoginPage);

/** Every address of the portal; a router keeps in the objects what it has fetched. */
export const createRoutes = (): RouteObject[] => [
  {
    HydrateFallback: Opening,
    ErrorBoundary: PortalFailed,
    children: [
      { path: "/", loader: () => redirect("/login-pg") },
      { path: "/login-pg", lazy: login() },
      {
        path: "/logout-pg",
        loader: async () => {
          await signOut();
          return null;
        },
        lazy: login(),
      },
      {
        path: "/trocasenha-pg",
        middleware: [requireSessionOrForcedChange],
        loader: () => (currentSession() ? loadMenu() : null),
        lazy: screen(async () => (await import("./usuario/TrocaSenhaPage.tsx")).TrocaSenhaPage),
      },
      {
        middleware: [requireSession],
        lazy: screen(async () => (await import("./shell/Shell.tsx")).Shell),
        children: [
          {
            ErrorBoundary: RouteFailed,
            children: [
              {
                path: "/home-page",
                loader: loadHome,
                shouldRevalidate: isAnotherVisit,
                lazy: screen(async () => (await import("./painel/HomePage.tsx")).HomePage),
              },
              {
                path: "/consulta-acionamento",
                loader: loadConsulta,
                lazy: screen(async () => (await import("./acionamento/ConsultaPage.tsx")).ConsultaPage),
              },
              {
                path: "/novo-acionamento",
                loader: loadNovo,
                lazy: screen(async () => (await import("./acionamento/NovoPage.tsx")).NovoPage),
              },
              {
                path: "/visualiza-acionamento",
                loader: loadVisualiza,
                lazy: screen(async () => (await import("./acionamento/VisualizaPage.tsx")).VisualizaPage),
              },
              {
                path: "/reabre-acionamento",
                loader: loadReabertura,
                lazy: screen(async () => (await import("./acionamento/ReaberturaPage.tsx")).ReaberturaPage),
              },
              {
                path: "/minhaconta-pg",
                loader: loadMenu,
                lazy: screen(async () => (await import("./usuario/MinhaContaPage.tsx")).MinhaContaPage),
              },
            ],
          },
        ],
      },
      { path: "*", lazy: screen(async () => (await import("./shell/NotFoundPage.tsx")).NotFoundPage) },
    ],
  },
];

/** The router of the page. A session that the gateway no longer knows leads to the login and, from there, back. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  const router: ReturnType<typeof createBrowserRouter> = createBrowserRouter(createRoutes(), {
    future,
    getContext: () => contextOf(() => router),
  });
  whenSessionLost(async () => {
    const { pathname, search } = router.state.location;
    await signOut();
    alert("Sua sessão terminou. Entre novamente para continuar de onde parou.");
    await router.navigate(loginAddress(pathname + search));
  });
  return router;
}
