import { createBrowserRouter, type RouteObject, redirect } from "react-router";
import { signOut, whenSessionLost } from "./graph/client.ts";
import { loginAddress, requireSession, requireSessionOrForcedChange } from "./shell/guard.ts";
import { Opening } from "./shell/Opening.tsx";
import { contextOf } from "./shell/place.ts";
import { PortalFailed, RouteFailed } from "./shell/RouteFailed.tsx";
import { currentSession } from "./session.ts";
import { alert } from "./ui/interrupt.ts";

/** What screens ask, each beside the chunk of its screen. */
const loaders = () => import("./loaders.ts");

/** Guards are middleware, which runs before every loader below it. */
export const future = { v8_middleware: true };

/** Made for each of its two routes: a router takes out of `lazy` what it has fetched. */
const login = () => ({ Component: async () => (await import("./login/LoginPage.tsx")).LoginPage });

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
        loader: async () => (currentSession() ? (await loaders()).loadMenu() : null),
        lazy: { Component: async () => (await import("./usuario/TrocaSenhaPage.tsx")).TrocaSenhaPage },
      },
      {
        middleware: [requireSession],
        lazy: { Component: async () => (await import("./shell/Shell.tsx")).Shell },
        children: [
          {
            ErrorBoundary: RouteFailed,
            children: [
              {
                path: "/home-page",
                lazy: {
                  Component: async () => (await import("./painel/HomePage.tsx")).HomePage,
                  loader: async () => (await loaders()).loadHome,
                  shouldRevalidate: async () => (await loaders()).isAnotherVisit,
                },
              },
              {
                path: "/consulta-acionamento",
                lazy: {
                  Component: async () => (await import("./acionamento/consulta/ConsultaPage.tsx")).ConsultaPage,
                  loader: async () => (await loaders()).loadConsulta,
                },
              },
              {
                path: "/novo-acionamento",
                lazy: {
                  Component: async () => (await import("./acionamento/novo/NovoPage.tsx")).NovoPage,
                  loader: async () => (await loaders()).loadNovo,
                },
              },
              {
                path: "/visualiza-acionamento",
                lazy: {
                  Component: async () => (await import("./acionamento/visualiza/VisualizaPage.tsx")).VisualizaPage,
                  loader: async () => (await loaders()).loadVisualiza,
                },
              },
              {
                path: "/reabre-acionamento",
                lazy: {
                  Component: async () => (await import("./acionamento/reabertura/ReaberturaPage.tsx")).ReaberturaPage,
                  loader: async () => (await loaders()).loadReabertura,
                },
              },
              {
                path: "/minhaconta-pg",
                lazy: {
                  Component: async () => (await import("./usuario/MinhaContaPage.tsx")).MinhaContaPage,
                  loader: async () => (await loaders()).loadMenu,
                },
              },
            ],
          },
        ],
      },
      { path: "*", lazy: { Component: async () => (await import("./shell/NotFoundPage.tsx")).NotFoundPage } },
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
