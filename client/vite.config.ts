import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { precompress } from "./tools/precompress.ts";

/** Where `npm run dev` and `vite preview` find the graph. */
const gateway = { "/graphql": process.env["GATEWAY_URL"] ?? "http://127.0.0.1:8080" };

export default defineConfig({
  plugins: [react(), precompress()],
  // GraphiQL is opened as /graphiql and as /graphiql/: only absolute addresses are right in both.
  base: "/",
  server: { proxy: gateway },
  preview: { proxy: gateway },
  // monaco's workers import each other's chunks.
  worker: { format: "es" },
  build: {
    target: "baseline-widely-available",
    modulePreload: { polyfill: false },
    // monaco is one editor: it does not get smaller by being cut.
    chunkSizeWarningLimit: 4096,
    rolldownOptions: {
      input: { start: "index.html", graphiql: "graphiql/index.html" },
      onLog(level, log, report) {
        // GraphiQL ships "use no memo", a word to the React compiler, which has already run.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
  test: {
    include: ["src/**/*.test.ts", "tools/**/*.test.ts"],
    env: { TZ: "America/Sao_Paulo" },
  },
});
