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
            // The files of a worker share their modules, which takes half of the time. A test that wants a module anew resets them.
            isolate: false,
            // Long user journeys, on busy machines.
            testTimeout: 60_000,
          },
        },
        { extends: true, test: { name: "tools", include: ["tools/**/*.test.ts"] } },
      ],
    },
  }),
);
