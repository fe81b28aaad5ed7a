import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { firstLoad } from "./tools/first-load.ts";

/**
 * The oldest supported browsers, as README.md says: those that know the newest feature in use, `light-dark()` and, in
 * Firefox, `:has()`. Newer features must not be used; .oxlintrc.json bans the likely ones.
 */
export const browsers = ["chrome123", "edge123", "firefox121", "safari17.5"];

/** Apollo Client, and what needs it on most screens. The login opens without: .size-limit.ts tells if it does not. */
const graph =
  /node_modules\/(@apollo|@wry|graphql|optimism|rxjs)\/|src\/(gql\/|graph\/(?!errors|clientSession)|ui\/QueryB|shell\/menu)/;

/** Small modules that several screens share. Without this group each navigation loads two or three more files. */
const shared =
  /IconArrow[BR]|src\/(format\/(day|per|phone|words)|ui\/(Labelled|LiveN|Undo|use(An|Ch|Is|User))|acionamento\/\w+\.tsx)/;

/** The portal. GraphiQL has a separate build, vite.graphiql.config.ts. */
export default defineConfig({
  plugins: [react(), firstLoad()],
  // rxjs has its smaller build for browsers with classes under the condition `es2015`.
  resolve: { conditions: ["es2015", ...defaultClientConditions] },
  // Not GraphiQL, whose workers the development server cannot bundle.
  optimizeDeps: { entries: ["index.html"] },
  // The gateway behind `npm run dev`. The tests read ../schema.graphql.
  server: { proxy: { "/graphql": process.env["GATEWAY_URL"] ?? "http://127.0.0.1:8080" }, fs: { allow: [".."] } },
  // The gateway replaces it in each response.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: browsers,
    modulePreload: { polyfill: false },
    // The CSP forbids data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ["index.html", "cadastro.html"],
      output: {
        // Without them each screen loads 27 to 58 files, most of them tiny: 0.3 to 1.2 s more at 400 kbit/s and 400 ms.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Not the entry: its name tells an open page of a newer build (src/shell/outdated.ts). Not cadastro.html's styles.
            { name: "initial", tags: ["$initial"], test: /(?<!\.html|\/main\.tsx|\/cadastro\.css)$/ },
            { name: "ui", minShareCount: 4, test: /node_modules\/(@mantine|@tabler|clsx)\// },
            { name: "graph", test: graph },
            { name: "shared", test: shared },
            { name: "forms", test: /node_modules\/(@hookform|react-hook-form|zod)\/|src\/ui\/(usePortalF|FormattedF)/ },
            {
              name: "form",
              test: /Textarea|get-env|Icon(Sta|Tr)|acionamento\/(form|procedimentos|(novo|reabertura)\/.+\.(css|query))/,
            },
            { name: "list", test: /src\/acionamento\/((consulta|visualiza)\/.+\.(address|query)|listNeighbours)/ },
            { name: "common", minShareCount: 4 },
          ],
        },
      },
    },
  },
});
