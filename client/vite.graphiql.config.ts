import { defineConfig } from "vite";
import { browsers } from "./vite.config.ts";

/** Builds GraphiQL into the portal's dist folder. */
export default defineConfig({
  // Absolute URLs, since the page is at /graphiql and /graphiql/.
  base: "/",
  // The portal's build copies the public files.
  publicDir: false,
  // monaco's workers share chunks.
  worker: { format: "es" },
  build: {
    emptyOutDir: false,
    target: browsers,
    modulePreload: { polyfill: false },
    // monaco cannot be split.
    chunkSizeWarningLimit: 4096,
    rolldownOptions: {
      input: { graphiql: "graphiql/index.html" },
      onLog(level, log, report) {
        // GraphiQL contains the directive "use no memo", which is obsolete after its own build.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});
