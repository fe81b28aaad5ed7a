import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { BINARY, startGateway, test } from "./gateway.ts";
import { copyExample, expectExample, run } from "./toolExamples.ts";

test("the example for curl does what docs/tools says", async ({ gateway }, testInfo) => {
  const folder = testInfo.outputPath("tool");
  await copyExample("curl", folder);
  await expectExample(gateway, folder, ["bash", "tool.sh"]);
});

test("the example for TypeScript does what docs/tools says", async ({ gateway }, testInfo) => {
  const folder = testInfo.outputPath("tool");
  await copyExample("typescript", folder);
  // The client's own packages: `make tools` installs those of the example.
  await symlink(new URL("../node_modules", import.meta.url).pathname, `${folder}/node_modules`);
  await run(folder, ["npm", "run", "build"]);
  await expectExample(gateway, folder, ["node", "dist/tool.js"]);
});

test("with a manifest of the page's script an example runs where nothing else does, by text and by id", async ({}, testInfo) => {
  const folder = testInfo.outputPath("tool");
  const tools = await mkdtemp(join(tmpdir(), "gateway-tools-"));
  await copyExample("curl", folder);
  const manifest = await run(folder, ["bash", "manifest.sh", "operations.graphql", "live.graphql"]);
  await writeFile(join(tools, "robot.json"), manifest);
  const added = await promisify(execFile)(BINARY, ["tools", "add", "robot", "--manifest", "robot.json"], {
    env: { ...process.env, GATEWAY_TOOLS: tools },
  });
  const file = join(tools, "robot.toml");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/^operations = .*$/m, 'operations = ["query", "mutation", "subscription"]'));
  const gateway = await startGateway(["--documents", "trusted-only", "--tools", tools]);
  try {
    const key = added.stdout.trim();
    await expectExample(gateway, folder, ["bash", "tool.sh"], key);
    const { operations } = JSON.parse(manifest) as { operations: { id: string }[] };
    const post = async (parameters: object) => {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-tool-key": key },
        body: JSON.stringify(parameters),
      });
      const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
      return errors.map(({ extensions }) => extensions.code);
    };
    expect(await post({ documentId: operations[0]?.id, operationName: "Procedimentos" })).toEqual(["UNAUTHENTICATED"]);
    expect(await post({ query: "{ procedimentos { id } }" })).toEqual(["DOCUMENT_NOT_TRUSTED"]);
  } finally {
    await gateway.stop();
    await rm(tools, { recursive: true });
  }
});
