import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { defineConfig } from "@playwright/test";

/** Names of the browser in distributions. */
const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The system's Chromium, or CHROMIUM. Nothing is downloaded. */
function findBrowser(): string {
  const named = process.env["CHROMIUM"];
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`CHROMIUM diz ${named}, onde não há um programa que se possa executar.`);
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const found = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  if (found) return found;
  throw new Error(
    `Nenhum navegador no PATH (${BROWSERS.join(", ")}). Instale o Chromium ou diga onde ele está em CHROMIUM.`,
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const launchOptions = {
  executablePath: findBrowser(),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  timeout: 300_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env["CI"]),
  // One by one in CI, whose machine may have other work, and against one running gateway, whose outbox and data they would share.
  workers: process.env["CI"] || process.env["BASE_URL"] ? 1 : 2,
  reporter: "list",
  projects: [
    { name: "e2e" },
    // Not tests.
    { name: "gallery", testMatch: "gallery.ts" },
    {
      name: "lighthouse",
      testMatch: "lighthouse.ts",
      // Lighthouse connects to this port.
      use: { launchOptions: { ...launchOptions, args: [...launchOptions.args, "--remote-debugging-port=9333"] } },
    },
  ],
  use: {
    actionTimeout: 30_000,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    viewport: { width: 1440, height: 900 },
    // A trace takes a third of a test's time: `--trace on` records one.
    screenshot: "only-on-failure",
    launchOptions,
  },
});
