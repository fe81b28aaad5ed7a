import { defineConfig, mergeConfig } from "vitest/config";
import viteConfig from "./vite.config.ts";

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      env: { TZ: "America/Sao_Paulo" },
      // Vitest leaves one core idle: of two, half of the machine.
      maxWorkers: "100%",
      projects: [
        {
          extends: true,
          test: {
            name: "portal",
            environment: "jsdom",
            include: ["src/**/*.test.{ts,tsx}"],
            setupFiles: ["src/test/setup.ts"],
            // Long user journeys, on busy machines.
            testTimeout: 30_000,
          },
        },
        { extends: true, test: { name: "tools", include: ["tools/**/*.test.ts"] } },
      ],
    },
  }),
);
