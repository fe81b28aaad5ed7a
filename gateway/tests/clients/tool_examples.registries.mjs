// Each example of docs/tools/ as on its page, with packages from the registries: make tools.
import { after, before, test } from "node:test";
import { startGatewayWithTool } from "./gateway.mjs";
import { copyExample, expectExample, expectExampleById, run } from "./tool_examples.mjs";

/** Kept between runs, since packages and builds are large. */
const FOLDER = new URL("../../../target/tools/", import.meta.url).pathname;

const OF_FILES = ["bash", "manifest.sh", "operations.graphql", "live.graphql"];

/** Each example of docs/tools/ as on its page, with packages from the registries. */
const EXAMPLES = {
  curl: { prepare: [], start: ["bash", "tool.sh"] },
  typescript: {
    prepare: [
      ["npm", "install"],
      ["npm", "run", "build"],
    ],
    start: ["node", "dist/tool.js"],
    byId: {
      prepare: [["npm", "run", "build"]],
      manifest: ["jq", "--from-file", "manifest.jq", "gql/persisted-documents.json"],
    },
  },
  python: {
    prepare: [
      ["python3", "-m", "venv", ".venv"],
      [".venv/bin/pip", "install", "--quiet", "ariadne-codegen==0.19.0", "httpx-sse==0.4.3"],
      [".venv/bin/ariadne-codegen"],
    ],
    start: [".venv/bin/python", "tool.py"],
    byId: { prepare: [], manifest: OF_FILES },
  },
  rust: {
    prepare: [["cargo", "build"]],
    start: ["cargo", "run", "--quiet", "--"],
    byId: { prepare: [["cargo", "build"]], manifest: OF_FILES },
  },
};

let gateway;
before(async () => {
  gateway = await startGatewayWithTool();
});
after(() => gateway.stop());

for (const [language, { prepare, start, byId }] of Object.entries(EXAMPLES)) {
  test(`the example for ${language}, by text and by id`, async () => {
    const folder = `${FOLDER}${language}`;
    await copyExample(language, folder);
    for (const command of prepare) await run(folder, command);
    await expectExample(gateway, folder, start);
    if (byId) await expectExampleById(folder, byId.prepare, byId.manifest, start);
  });
}
