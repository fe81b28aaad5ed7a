/**
 * Runs Lighthouse on the most used screens and checks the budgets. Run by `make lighthouse`, which installs
 * Lighthouse into the folder LIGHTHOUSE: it is larger than all other dependencies and not needed to
 * build or test.
 */
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "@playwright/test";
import { SCREENS } from "../tools/screens.ts";
import { signIn, test } from "./portal.ts";

/** The debugging port of playwright.config.ts. */
const BROWSER_URL = "http://127.0.0.1:9333";

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number; readonly score: number | null }>>;
}

const DEVICES = [
  { name: "desktop", lcp: 1000, tbt: 50, performance: 0.95 },
  { name: "mobile", lcp: 2500, tbt: 250, performance: 0.95 },
] as const;

test("the screens are as fast and as accessible as they should be", async ({ page, gateway }) => {
  test.setTimeout(600_000);
  const folder = process.env["LIGHTHOUSE"];
  if (!folder) throw new Error("LIGHTHOUSE names no folder with Lighthouse in it: run `make lighthouse`");
  const load = createRequire(resolve(folder, "package.json"));
  const { default: lighthouse, desktopConfig } = await import(pathToFileURL(load.resolve("lighthouse")).href);
  const { default: puppeteer } = await import(pathToFileURL(load.resolve("puppeteer-core")).href);

  await page.goto("/login-pg");
  await signIn(page, gateway);
  const browser = await puppeteer.connect({ browserURL: BROWSER_URL, defaultViewport: null });
  const tab = (await browser.pages()).find((each: { url(): string }) => each.url().startsWith(gateway.url));
  for (const { name, lcp, tbt, performance } of DEVICES) {
    for (const path of SCREENS.map((screen) => screen.path + (screen.search ?? ""))) {
      const { lhr }: { lhr: Report } = await lighthouse(
        `${gateway.url}${path}`,
        { disableStorageReset: true, onlyCategories: ["performance", "accessibility", "best-practices"] },
        name === "desktop" ? desktopConfig : undefined,
        tab,
      );
      const score = (category: string) => lhr.categories[category]?.score ?? 0;
      const value = (audit: string) => Math.round(1000 * (lhr.audits[audit]?.numericValue ?? Number.NaN)) / 1000;
      const figures = {
        performance: score("performance"),
        accessibility: score("accessibility"),
        bestPractices: score("best-practices"),
        lcp: Math.round(value("largest-contentful-paint")),
        tbt: Math.round(value("total-blocking-time")),
        cls: value("cumulative-layout-shift"),
      };
      process.stdout.write(`${name.padEnd(8)} ${path.padEnd(40)} ${JSON.stringify(figures)}\n`);
      const failed = Object.entries(lhr.audits).filter(([, audit]) => audit.score === 0);
      const where = `${name} ${path}: ${failed.map(([id]) => id).join(", ")}`;
      expect.soft(figures.performance, where).toBeGreaterThanOrEqual(performance);
      expect.soft(figures.accessibility, where).toBe(1);
      expect.soft(figures.bestPractices, where).toBe(1);
      expect.soft(figures.lcp, where).toBeLessThanOrEqual(lcp);
      expect.soft(figures.tbt, where).toBeLessThanOrEqual(tbt);
      expect.soft(figures.cls, where).toBeLessThanOrEqual(0.02);
    }
  }
});
