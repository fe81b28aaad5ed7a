import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly engines?: { readonly node?: string };
}

// It has no types.
const semver: {
  minVersion(range: string): { readonly version: string };
  satisfies(version: string, range: string): boolean;
  lt(one: string, other: string): boolean;
} = createRequire(import.meta.url)("semver");

const text = readFileSync(new URL("../package-lock.json", import.meta.url), "utf8");
const packages: Readonly<Record<string, Entry>> = JSON.parse(text).packages;
const FLOOR = semver.minVersion(packageJson.engines.node).version;

/**
 * The Node version that ends each override: from the next version on, the package needs it. Those of graphql-tools need it by
 * the packages of whatwg-node that they depend on. The code generator would take the next versions.
 */
const OVERRIDES_END_AT: Readonly<Record<string, string>> = {
  "@graphql-tools/batch-execute": "22.15.0",
  "@graphql-tools/delegate": "22.15.0",
  "@graphql-tools/url-loader": "22.15.0",
  "@graphql-tools/wrap": "22.15.0",
  "@whatwg-node/disposablestack": "22.15.0",
  "@whatwg-node/fetch": "22.15.0",
  "@whatwg-node/promise-helpers": "22.15.0",
  listr2: "22.13.0",
  "sync-fetch": "22.12.0",
};

/** The same of direct dependencies that are held back: what vitest 5, jsdom 31 and msw 3 need. */
const HELD_BACK_UNTIL: Readonly<Record<string, string>> = { vitest: "22.12.0", jsdom: "22.22.2", msw: "22.12.0" };

test("every package accepts the oldest Node that the project does", () => {
  const refusing = Object.entries(packages)
    .filter(([, { engines }]) => engines?.node !== undefined && !semver.satisfies(FLOOR, engines.node))
    .map(([path, { engines }]) => `${path} needs Node ${engines?.node}`);
  expect(refusing).toEqual([]);
});

test("an override or an old version goes when the oldest Node no longer needs it", () => {
  expect(Object.keys(OVERRIDES_END_AT)).toEqual(Object.keys(packageJson.overrides));
  const over = Object.entries({ ...OVERRIDES_END_AT, ...HELD_BACK_UNTIL }).filter(([, end]) => !semver.lt(FLOOR, end));
  expect(over.map(([name]) => name)).toEqual([]);
  for (const name of Object.keys(OVERRIDES_END_AT)) {
    expect(packages[`node_modules/${name}`]?.version, `nothing needs ${name}`).toBeDefined();
  }
});

test("the lock names no registry, and only packages of other platforms have no digest", () => {
  expect(text).not.toContain('"resolved"');
  expect(text).not.toContain("https://registry");
  const without = Object.entries(packages).filter(([path, { integrity }]) => path !== "" && integrity === undefined);
  for (const [path, { optional, os }] of without) {
    expect(path).toMatch(/^node_modules\/@ox(lint|fmt)\/binding-/);
    expect({ optional, os }).toEqual({ optional: true, os: [expect.any(String)] });
  }
});

test("a lock is completed with the platforms that npm left out", () => {
  const folder = mkdtempSync(join(tmpdir(), "lock-"));
  const file = join(folder, "package-lock.json");
  const script = new URL("complete-lock.mjs", import.meta.url).pathname;
  const run = (...options: string[]) =>
    execFileSync(process.execPath, [script, ...options, file], { encoding: "utf8" });
  const locked = () => JSON.parse(readFileSync(file, "utf8")).packages;
  try {
    const optionalDependencies = { "@ox/binding-linux-arm64-musl": "1.2.3", "@ox/binding-win32-x64-msvc": "1.2.3" };
    const there = { version: "1.2.3", integrity: "sha512-x", dev: true, optional: true };
    const given = {
      "": { name: "x" },
      "node_modules/ox": { version: "1.2.3", integrity: "sha512-y", dev: true, optionalDependencies },
      "node_modules/@ox/binding-win32-x64-msvc": there,
    };
    writeFileSync(file, JSON.stringify({ packages: given }));
    expect(run()).toContain("1 optional packages of other platforms added");
    const added = { version: "1.2.3", cpu: ["arm64"], dev: true, libc: ["musl"], optional: true, os: ["linux"] };
    expect(locked()).toEqual({ ...given, "node_modules/@ox/binding-linux-arm64-musl": added });
    expect(run("--forget")).toContain("1 optional packages of other platforms removed");
    expect(locked()).toEqual(given);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
