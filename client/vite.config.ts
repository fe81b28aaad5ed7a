import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { budgets } from "./tools/budgets.ts";
import { chunkCycles } from "./tools/chunk-cycles.ts";
import { graphqlDocuments } from "./tools/graphql-documents.ts";
import { precompress } from "./tools/precompress.ts";

/** Where `npm run dev` and `vite preview` find the graph. */
const gateway = { "/graphql": process.env["GATEWAY_URL"] ?? "http://127.0.0.1:8080" };

/** What a screen of a signed-in person brings besides its own: the frame around it, and what it asks. */
const frame = ["shell/Shell.tsx", "loaders.ts"];

/**
 * Small modules that screens share come in two pieces, so that a screen that is opened from another one is fetched in
 * as few requests: what is read, which the first screen brings, and what is entered, which the login and the user's
 * menu bring. A piece holds nothing that what it imports would import in turn: chunks in a cycle run out of order.
 */
const PARTS =
  /\/src\/(ui\/(QueryBoundary|Notice|StatusBadge|report)|format\/(count|money|phone|sinistro))\.tsx?$|\/hooks\/(useFragment|useReadQuery|internal\/__use)\.js$|\/(Combobox\.module|ComboboxChevron|IconAlertTriangle|IconInbox)\.mjs$/;
const FIELDS = /\/components\/(Input|InputBase|TextInput)\/|\/hooks\/useMutation\.js$/;

/** The portal. GraphiQL is built apart, by vite.graphiql.config.ts: it shares no byte with it. */
export default defineConfig({
  plugins: [
    graphqlDocuments(new URL("src/gql/graphql.ts", import.meta.url).pathname),
    react(),
    chunkCycles(),
    budgets({
      entry: 165,
      always: ["ui/PageOverlays.tsx"],
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
  // GraphiQL is built apart: the development server would choke on its workers.
  optimizeDeps: { entries: ["index.html"] },
  // The tests read schema.graphql, one floor up.
  server: { proxy: gateway, fs: { allow: [".."] } },
  preview: { proxy: gateway },
  // Filled in by the gateway, for each page that it hands out.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: "baseline-widely-available",
    modulePreload: { polyfill: false },
    // One style sheet, whose order is the one of src/style.css.
    cssCodeSplit: false,
    // The page's policy lets no file in that is written into another.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "loaders", test: /\/(loaders|menu|painelStore|[a-z]+\.query)\.ts$|virtual:graphql\/query\// },
            { name: "parts", test: PARTS },
            { name: "fields", test: FIELDS },
          ],
          // Not the libraries below them, which the entry has.
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
          // Whole journeys, on machines that do much else.
          testTimeout: 30_000,
          retry: 1,
        },
      },
      { extends: true, test: { name: "graphiql", include: ["src/graphiql/**/*.test.ts", "tools/**/*.test.ts"] } },
    ],
  },
});
