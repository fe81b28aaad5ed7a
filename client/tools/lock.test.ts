import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
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

test("the lock names no registry, and every package has a digest", () => {
  expect(text).not.toContain('"resolved"');
  expect(text).not.toContain("https://registry");
  const without = Object.entries(packages).filter(([path, { integrity }]) => path !== "" && integrity === undefined);
  expect(without.map(([path]) => path)).toEqual([]);
});

// A registry that lacks some of them makes npm leave them out, and `npm ci` fails on those platforms.
test("the lock has the packages of every platform", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
  );
  expect(missing).toEqual([]);
});

/** Whether a package at `path` finds `name` in its own or in an outer node_modules folder. */
function isLocked(path: string, name: string): boolean {
  if (packages[path ? `${path}/node_modules/${name}` : `node_modules/${name}`]) return true;
  return path !== "" && isLocked(path.slice(0, Math.max(path.lastIndexOf("/node_modules/"), 0)), name);
}
