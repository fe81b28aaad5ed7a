import { symlink } from "node:fs/promises";
import { expect } from "@playwright/test";
import { test } from "./gateway.ts";
import { copyExample, expectExample, expectExampleById, run, withManifest } from "./toolExamples.ts";

test("the example for curl does what docs/tools says", async ({ gateway }, testInfo) => {
  const folder = testInfo.outputPath("tool");
  await copyExample("curl", folder);
  await expectExample(gateway, folder, ["bash", "tool.sh"]);
});

test("the example for TypeScript does what docs/tools says, by text and by id", async ({ gateway }, testInfo) => {
  const folder = testInfo.outputPath("tool");
  const start = ["node", "dist/tool.js"];
  await copyExample("typescript", folder);
  // The client's own packages: `make tools` installs those of the example.
  await symlink(new URL("../node_modules", import.meta.url).pathname, `${folder}/node_modules`);
  const build = ["npm", "run", "build"];
  await run(folder, build);
  await expectExample(gateway, folder, start);
  const manifest = ["jq", "--from-file", "manifest.jq", "gql/persisted-documents.json"];
  await expectExampleById(folder, [build], manifest, start);
});

test("with a manifest of the page's script an example runs where nothing else does, by text and by id", async ({}, testInfo) => {
  const folder = testInfo.outputPath("tool");
  await copyExample("curl", folder);
  const manifest = await run(folder, ["bash", "manifest.sh", "operations.graphql", "live.graphql"]);
  await withManifest(manifest, async (gateway, key) => {
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
  });
});

for (const language of ["python", "rust"]) {
  // `make tools` runs them, with packages from the registries.
  test(`the change of the example for ${language} to documents by id fits its files`, async ({}, testInfo) => {
    const folder = testInfo.outputPath("tool");
    await copyExample(language, folder);
    await run(folder, ["patch", "--strip=0", "--input=by-id.diff"]);
  });
}
