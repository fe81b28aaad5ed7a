import react from "@vitejs/plugin-react";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { budgets } from "./tools/budgets.ts";
import { chunkCycles } from "./tools/chunk-cycles.ts";
import { graphqlDocuments } from "./tools/graphql-documents.ts";
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

/**
 * Small shared modules are grouped into three chunks, so that navigating to another screen takes few requests: `parts` is
 * for display and loaded with the first screen, `fields` is for input and loaded with the login and the user menu, `formats`
 * is what the login formats and reads too. A chunk must not import a module that imports it: cyclic chunks run out of order.
 */
const PARTS =
  /\/src\/(ui\/(LiveNotice|QueryBoundary|StateNotice|StatusBadge|reportError|useAnnouncement|useChanged)|graph\/useLive|format\/(count|money|phone))\.tsx?$|\/hooks\/(useFragment|useReadQuery|internal\/__use)\.js$|\/(Combobox\.module|ComboboxChevron|IconAlertTriangle|IconInbox)\.mjs$/;
const FIELDS = /\/components\/(Input|InputBase|TextInput)\/|\/hooks\/useMutation\.js$/;

/** The portal. GraphiQL has a separate build, vite.graphiql.config.ts. */
export default defineConfig({
  plugins: [
    graphqlDocuments(new URL("src/gql/graphql.ts", import.meta.url).pathname),
    react(),
    chunkCycles(),
    budgets({
      entry: 165,
      screens: {
        "login/LoginPage.tsx": { kib: 190 },
        "painel/HomePage.tsx": { kib: 245, frame },
        "acionamento/consulta/ConsultaPage.tsx": { kib: 260, frame },
        "acionamento/novo/NovoPage.tsx": { kib: 280, frame },
        "acionamento/reabertura/ReaberturaPage.tsx": { kib: 280, frame },
        "acionamento/visualiza/VisualizaPage.tsx": { kib: 245, frame },
        "usuario/TrocaSenhaPage.tsx": { kib: 245, frame },
        "usuario/MinhaContaPage.tsx": { kib: 245, frame },
        "shell/NotFoundPage.tsx": { kib: 235 },
      },
    }),
    precompress(),
  ],
  // rxjs has its smaller build for browsers with classes under the condition `es2015`.
  resolve: { conditions: ["es2015", ...defaultClientConditions] },
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
    // One style sheet, in the order of src/style.css.
    cssCodeSplit: false,
    // The CSP forbids data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "loaders", test: /\/(loaders|menu|painelStore|[a-z]+\.query)\.ts$|virtual:graphql\/query\// },
            { name: "formats", test: /\/src\/format\/(date|pasted|cpfCnpj|once)\.ts$/ },
            // Only the offer after a logout needs the drafts without zod.
            { name: "drafts", test: /\/src\/(draft|randomId|tab)\.ts$|\/node_modules\/zod\// },
            { name: "parts", test: PARTS },
            { name: "fields", test: FIELDS },
          ],
          // Not their dependencies, which are in the entry.
          includeDependenciesRecursively: false,
        },
      },
    },
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
