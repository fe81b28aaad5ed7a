import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./tools/precompress.ts";

/** GraphiQL, into the folder where the portal has been built. */
export default defineConfig({
  plugins: [react(), precompress()],
  // GraphiQL is opened as /graphiql and as /graphiql/: only absolute addresses are right in both.
  base: "/",
  // The public files came with the portal.
  publicDir: false,
  // monaco's workers import each other's chunks.
  worker: { format: "es" },
  build: {
    emptyOutDir: false,
    target: "baseline-widely-available",
    modulePreload: { polyfill: false },
    // monaco is one editor: it does not get smaller by being cut.
    chunkSizeWarningLimit: 4096,
    rolldownOptions: {
      input: { graphiql: "graphiql/index.html" },
      onLog(level, log, report) {
        // GraphiQL ships "use no memo", a word to the React compiler, which has already run.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});
