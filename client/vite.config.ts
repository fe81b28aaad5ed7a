import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { modulesOf } from "./tools/chunks.ts";
import { firstLoad } from "./tools/first-load.ts";

/**
 * The oldest supported browsers, as README.md says: those that know the newest feature in use, `light-dark()` and, in
 * Firefox, `:has()`. Newer features must not be used; .oxlintrc.json bans the likely ones.
 */
export const browsers = ["chrome123", "edge123", "firefox121", "safari17.5"];

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
    // The CSP forbids data: URLs of fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ["index.html", "cadastro.html"],
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Not the entry: its name tells an open page of a newer build (src/shell/outdated.ts). Not cadastro.html's styles.
            { name: "initial", tags: ["$initial"], test: /(?<!\.html|\/main\.tsx|\/cadastro\.css)$/ },
            { name: "ui", minShareCount: 4, test: /node_modules\/(@mantine|@tabler|clsx)\// },
            { name: "graph", test: modulesOf("graph") },
            { name: "shared", test: modulesOf("shared") },
            { name: "forms", test: modulesOf("forms") },
            { name: "form", test: modulesOf("form") },
            { name: "list", test: modulesOf("list") },
            { name: "common", minShareCount: 4 },
          ],
        },
      },
    },
  },
});
