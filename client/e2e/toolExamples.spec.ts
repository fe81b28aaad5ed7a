import { symlink } from "node:fs/promises";
import { test } from "./gateway.ts";
import { copyExample, expectExample, run } from "./toolExamples.ts";

test("the example for curl does what docs/tools.md says", async ({ gateway }, testInfo) => {
  const folder = testInfo.outputPath("tool");
  await copyExample("curl", folder);
  await expectExample(gateway, folder, ["bash", "tool.sh"]);
});

test("the example for TypeScript does what docs/tools.md says", async ({ gateway }, testInfo) => {
  const folder = testInfo.outputPath("tool");
  await copyExample("typescript", folder);
  // The client's own packages: `make tools` installs those of the example.
  await symlink(new URL("../node_modules", import.meta.url).pathname, `${folder}/node_modules`);
  await run(folder, ["npm", "run", "build"]);
  await expectExample(gateway, folder, ["node", "dist/tool.js"]);
});
