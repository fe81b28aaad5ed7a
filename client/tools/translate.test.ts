import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GRAPHIQL_TEXTS } from "./graphiql-texts.ts";
import { translated } from "./translate.ts";

const PACKAGES = ["graphiql", "@graphiql/react", "@graphiql/plugin-doc-explorer", "@graphiql/plugin-history"];

/** A text that a property shows, or one that stands alone in a list of children. */
const SHOWN =
  /\b(?:children|label|title|placeholder|description|"aria-label"):? "([^"]*[a-z]{2}[^"]*)"|^\s+"([A-Z][a-z][^"]*)",$/gm;

/** What stays: names, and titles that `section.js` translates where they are shown. */
const STAYS = [
  /^(macOS|Windows|Graph)$/,
  /^(Arguments|Deprecated (Arguments|Fields|Enum Values)|Directives|Enum Values|Fields|Implements|Root Types|Type|All Schema Types)$/,
  // The words of the query language.
  /^(query|mutation|subscription|on|repeatable|implements)$/,
];

const modules = PACKAGES.flatMap((name) => {
  const folder = new URL(`../node_modules/${name}/dist/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js") && !file.includes("setup-workers"))
    .map((file) => [`${name}/dist/${file}`, readFileSync(new URL(file, folder), "utf8")] as const);
});

test("no text of GraphiQL's interface is left in English", () => {
  expect(modules.length).toBeGreaterThan(50);
  const left = modules.flatMap(([name, code]) =>
    Array.from(translated(name, code, GRAPHIQL_TEXTS[name] ?? []).matchAll(SHOWN), ([, of, alone]) => of ?? alone ?? "")
      .filter((text) => !STAYS.some((each) => each.test(text)))
      .filter((text) => !Object.values(GRAPHIQL_TEXTS).some((all) => all.some(([, to]) => to === JSON.stringify(text))))
      .map((text) => `${name}: ${text}`),
  );
  expect(left).toEqual([]);
});

test("every module of the table is there, and a text that is not ends the build", () => {
  const names = new Set<string>(modules.map(([name]) => name));
  expect(Object.keys(GRAPHIQL_TEXTS).filter((name) => !names.has(name))).toEqual([]);
  expect(() => translated("x.js", 'title: "New"', [['"Old"', '"Novo"']])).toThrow('x.js has no "Old"');
});
