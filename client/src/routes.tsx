import { createBrowserRouter, type RouteObject, redirect } from "react-router";
import { signOut } from "./graph/clientSession.ts";
import { isLogin, loginAddress, requireSession, requireSessionOrForcedChange } from "./shell/routeGuards.ts";
import { Screens, SplashScreen } from "./shell/SplashScreen.tsx";
import { type LoginRouteState, loginRouteState } from "./shell/loginRouteState.ts";
import { createLoaderContext, destinationOf } from "./shell/loaderContext.ts";
import { RootErrorBoundary, RouteErrorBoundary } from "./shell/ErrorBoundaries.tsx";
import { knownSession, sessionOwner, whenSessionLost } from "./session.ts";
import { showAlert } from "./ui/overlays.ts";

/** The route guards are middleware, which runs before the loaders of nested routes. */
export const future = { v8_middleware: true };

/** A new object for each of the two routes: the router removes loaded entries from `lazy`. */
const login = () => ({ Component: async () => (await import("./login/LoginPage.tsx")).LoginPage });

const sair = async (token: string) => (await import("./login/login.mutations.ts")).sair(token);

const loadMenu = async () => (await import("./shell/menu.ts")).loadMenu;

/**
 * All routes of the portal. A screen is a page and the loader of its one query, in a file of its own, so that the query starts
 * before the page's code has arrived. A function, since a router stores loaded modules in the route objects.
 */
export const createRoutes = (): RouteObject[] => [
  {
    HydrateFallback: SplashScreen,
    Component: Screens,
    ErrorBoundary: RootErrorBoundary,
    children: [
      { path: "/", loader: () => redirect("/login-pg"), Component: SplashScreen },
      { path: "/login-pg", lazy: login() },
      {
        path: "/logout-pg",
        // Tells the screen who has left. A later step of the login is no logout.
        loader: async ({ context }) => {
          if (loginRouteState(destinationOf(context).state).step !== undefined) return null;
          const session = await knownSession();
          const leftBy = sessionOwner();
          // The logout does not wait for the gateway, which may be out of reach.
          if (session) void sair(session.dsToken).catch(() => undefined);
          await signOut();
          return { leftBy };
        },
        lazy: login(),
      },
      {
        lazy: { Component: async () => (await import("./graph/GraphLayout.tsx")).GraphLayout },
        children: [
          {
            path: "/trocasenha-pg",
            middleware: [requireSessionOrForcedChange],
            lazy: {
              Component: async () => (await import("./usuario/TrocaSenhaPage.tsx")).TrocaSenhaPage,
              loader: loadMenu,
            },
          },
          {
            middleware: [requireSession],
            lazy: { Component: async () => (await import("./shell/Shell.tsx")).Shell },
            children: [
              {
                ErrorBoundary: RouteErrorBoundary,
                children: [
                  {
                    path: "/home-page",
                    lazy: {
                      Component: async () => (await import("./painel/HomePage.tsx")).HomePage,
                      loader: async () => (await import("./painel/home.query.ts")).loadHome,
                      shouldRevalidate: async () => (await import("./painel/home.query.ts")).shouldReload,
                    },
                  },
                  {
                    path: "/consulta-acionamento",
                    lazy: {
                      Component: async () => (await import("./acionamento/consulta/ConsultaPage.tsx")).ConsultaPage,
                      loader: async () => (await import("./acionamento/consulta/consulta.query.ts")).loadConsulta,
                    },
                  },
                  {
                    path: "/novo-acionamento",
                    lazy: {
                      Component: async () => (await import("./acionamento/novo/NovoPage.tsx")).NovoPage,
                      loader: async () => (await import("./acionamento/novo/novo.query.ts")).loadNovo,
                    },
                  },
                  {
                    path: "/visualiza-acionamento",
                    lazy: {
                      Component: async () => (await import("./acionamento/visualiza/VisualizaPage.tsx")).VisualizaPage,
                      loader: async () => (await import("./acionamento/visualiza/visualiza.query.ts")).loadVisualiza,
                    },
                  },
                  {
                    path: "/reabre-acionamento",
                    lazy: {
                      Component: async () =>
                        (await import("./acionamento/reabertura/ReaberturaPage.tsx")).ReaberturaPage,
                      loader: async () => (await import("./acionamento/reabertura/reabertura.query.ts")).loadReabertura,
                    },
                  },
                  {
                    path: "/minhaconta-pg",
                    lazy: {
                      Component: async () => (await import("./usuario/MinhaContaPage.tsx")).MinhaContaPage,
                      loader: loadMenu,
                    },
                  },
                ],
              },
            ],
          },
          {
            path: "*",
            lazy: { Component: async () => (await import("./shell/NotFoundPage.tsx")).NotFoundPage, loader: loadMenu },
          },
        ],
      },
    ],
  },
];

/** The router. A session that the gateway rejects, or that another tab has ended, leads to the login, and back after it. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  const router: ReturnType<typeof createBrowserRouter> = createBrowserRouter(createRoutes(), {
    future,
    getContext: () => createLoaderContext(() => router),
  });
  whenSessionLost(async () => {
    const { location, matches } = router.state;
    const { pathname, search, state } = location;
    await signOut();
    if (isLogin(pathname)) return;
    showAlert("Sua sessão terminou. Entre novamente para continuar de onde parou.");
    // The not-found page needs no session.
    if (matches.at(-1)?.route.path === "*") return;
    const kept: LoginRouteState = { voltar: state };
    await router.navigate(loginAddress(pathname + search), { state: kept });
  });
  return router;
}
