import react from "@vitejs/plugin-react";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { budgets } from "./tools/budgets.ts";
import { chunkCycles } from "./tools/chunk-cycles.ts";
import { type ChunkRule, chunks } from "./tools/chunks.ts";
import { firstLoad } from "./tools/first-load.ts";
import { mantineId } from "./tools/mantine-id.ts";
import { precompress } from "./tools/precompress.ts";

/**
 * The oldest supported browsers, as README.md says: those that know the newest feature in use, `light-dark()` and, in
 * Firefox, `:has()`. Newer features must not be used; .oxlintrc.json bans the likely ones.
 */
export const browsers = ["chrome123", "edge123", "firefox121", "safari17.5"];

/** The gateway behind `npm run dev` and `vite preview`. */
const gateway = { "/graphql": process.env["GATEWAY_URL"] ?? "http://127.0.0.1:8080" };

/** Modules that every screen with a session loads too: the shell and the route loaders. */
const frame = ["shell/Shell.tsx", "loaders.ts"];

const LOGIN = "login/LoginPage.tsx";
const HOME = "painel/HomePage.tsx";
const CONSULTA = "acionamento/consulta/ConsultaPage.tsx";
const VISUALIZA = "acionamento/visualiza/VisualizaPage.tsx";
const NOVO = "acionamento/novo/NovoPage.tsx";
const REABERTURA = "acionamento/reabertura/ReaberturaPage.tsx";
const SENHA = "usuario/TrocaSenhaPage.tsx";
const CONTA = "usuario/MinhaContaPage.tsx";
/** What the shell loads after the screen. */
const LATER = ["shell/UserMenu.tsx", "shell/Toasts.tsx"];
const SIGNED_IN = [...frame, HOME, CONSULTA, VISUALIZA, NOVO, REABERTURA, SENHA, CONTA];

/** Few, so that a screen takes few requests; packages apart, since they change less often than the portal. */
const CHUNKS: readonly ChunkRule[] = [
  { name: "index", packages: "packages", of: "index.html", sharedBy: [LOGIN, SIGNED_IN] },
  { name: "shell", of: frame, sharedBy: [HOME, CONSULTA, VISUALIZA, [NOVO, REABERTURA], [SENHA, CONTA], LATER] },
  { name: "usuario", of: [SENHA, CONTA] },
  { name: "form", of: [NOVO, REABERTURA] },
  { name: "later", of: LATER },
];

// rxjs has its smaller build for browsers with classes under the condition `es2015`.
const resolve = { conditions: ["es2015", ...defaultClientConditions] };

/** The portal. GraphiQL has a separate build, vite.graphiql.config.ts. */
export default defineConfig({
  plugins: [
    mantineId(),
    react(),
    chunks(CHUNKS, { plugins: [], resolve }),
    chunkCycles(),
    firstLoad({
      frame,
      screens: {
        "/home-page": HOME,
        "/consulta-acionamento": CONSULTA,
        "/novo-acionamento": NOVO,
        "/visualiza-acionamento": VISUALIZA,
        "/reabre-acionamento": REABERTURA,
        "/minhaconta-pg": CONTA,
        "/trocasenha-pg": SENHA,
      },
      signedOut: LOGIN,
    }),
    // Five percent above what they are, so that a patch of a library does not end the build.
    budgets({
      entry: { js: 186, css: 14.9 },
      screens: {
        [LOGIN]: { js: 191, css: 14.9 },
        [HOME]: { js: 238, css: 17.2, frame },
        [CONSULTA]: { js: 252, css: 17.7, frame },
        [NOVO]: { js: 244, css: 16.9, frame },
        [REABERTURA]: { js: 244, css: 16.9, frame },
        [VISUALIZA]: { js: 232, css: 16.4, frame },
        [SENHA]: { js: 230, css: 15.5, frame },
        [CONTA]: { js: 230, css: 15.5, frame },
        "shell/NotFoundPage.tsx": { js: 187, css: 14.9 },
      },
    }),
    precompress({ quality: 11 }),
  ],
  resolve,
  // Not GraphiQL, whose workers the development server cannot bundle.
  optimizeDeps: { entries: ["index.html"] },
  // The tests read ../schema.graphql.
  server: { proxy: gateway, fs: { allow: [".."] } },
  preview: { proxy: gateway },
  // The gateway replaces it in each response.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: browsers,
    modulePreload: { polyfill: false },
    // The CSP forbids data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: { input: ["index.html", "cadastro.html"] },
  },
  test: {
    env: { TZ: "America/Sao_Paulo" },
    projects: [
      {
        extends: true,
        test: {
          name: "portal",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: ["src/graphiql/**"],
          setupFiles: ["src/test/setup.ts"],
          // Long user journeys, on busy machines.
          testTimeout: 30_000,
        },
      },
      { extends: true, test: { name: "graphiql", include: ["src/graphiql/**/*.test.ts", "tools/**/*.test.ts"] } },
    ],
  },
});
