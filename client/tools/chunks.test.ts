import { expect, test } from "vitest";
import { loadsOf, plan } from "./chunks.ts";

/** Chunks as the bundler makes them of its own accord: what several roots load is apart. */
const chunk = (fileName: string, facadeModuleId: string | null, moduleIds: string[], imports: string[] = []) =>
  ({ type: "chunk", fileName, facadeModuleId, moduleIds, imports }) as never;

const loads = loadsOf([
  chunk("index.js", "/p/index.html", ["/p/src/main.ts", "/p/node_modules/react/index.js"]),
  chunk("login.js", "/p/src/login/Login.ts", ["/p/src/login/Login.ts"], ["index.js", "field.js"]),
  chunk("home.js", "/p/src/Home.ts", ["/p/src/Home.ts"], ["index.js", "card.js"]),
  chunk("list.js", "/p/src/List.ts", ["/p/src/List.ts"], ["index.js", "field.js", "card.js"]),
  chunk("field.js", null, ["/p/src/field.ts", "/p/node_modules/kit/field.js"], ["index.js"]),
  chunk("card.js", null, ["/p/src/card.ts"], ["index.js"]),
]);
const chunkOf = plan(
  [
    { name: "index", packages: "packages", of: "index.html", sharedBy: ["login/Login.ts", ["Home.ts", "List.ts"]] },
    { name: "shell", sharedBy: ["Home.ts", "List.ts"] },
    { name: "list", of: "List.ts" },
  ],
  loads,
);

test("a root loads its chunk and those that this imports", () => {
  expect(loads.get("/p/src/Home.ts")).toEqual(
    new Set(["/p/src/Home.ts", "/p/src/main.ts", "/p/node_modules/react/index.js", "/p/src/card.ts"]),
  );
});

test("a module is in the chunk of the first rule that holds for it", () => {
  expect(chunkOf("/p/src/main.ts")).toBe("index");
  expect(chunkOf("/p/src/field.ts")).toBe("index");
  expect(chunkOf("/p/src/card.ts")).toBe("shell");
  expect(chunkOf("/p/src/List.ts")).toBe("list");
});

test("modules of packages are apart where the rule says so", () => {
  expect(chunkOf("/p/node_modules/react/index.js")).toBe("packages");
  expect(chunkOf("/p/node_modules/kit/field.js")).toBe("packages");
});

test("what no rule takes is left to the bundler", () => {
  expect(chunkOf("/p/src/Home.ts")).toBeNull();
  expect(chunkOf("/p/src/unknown.ts")).toBeNull();
});

test("a rule for a module that nothing loads lazily is a mistake", () => {
  expect(() => plan([{ name: "x", of: "Gone.ts" }], loads)).toThrow("nothing imports Gone.ts lazily");
});
