import { test } from "./gateway.ts";
import { copyExample, expectExample, run } from "./toolExamples.ts";

/** Kept between runs, since packages and builds are large. */
const FOLDER = new URL("../../target/tools/", import.meta.url).pathname;

/** Each example of docs/tools/ as on its page, with packages from the registries. */
const EXAMPLES: Record<string, { prepare: readonly string[][]; start: readonly string[] }> = {
  curl: { prepare: [], start: ["bash", "tool.sh"] },
  typescript: {
    prepare: [
      ["npm", "install"],
      ["npm", "run", "build"],
    ],
    start: ["node", "dist/tool.js"],
  },
  python: {
    prepare: [
      ["python3", "-m", "venv", ".venv"],
      [".venv/bin/pip", "install", "--quiet", "ariadne-codegen==0.19.0", "httpx-sse==0.4.3"],
      [".venv/bin/ariadne-codegen"],
    ],
    start: [".venv/bin/python", "tool.py"],
  },
  rust: { prepare: [["cargo", "build"]], start: ["cargo", "run", "--quiet", "--"] },
};

for (const [language, { prepare, start }] of Object.entries(EXAMPLES)) {
  test(`the example for ${language}, with its own packages`, async ({ gateway }) => {
    test.setTimeout(600_000);
    const folder = `${FOLDER}${language}`;
    await copyExample(language, folder);
    for (const command of prepare) await run(folder, command);
    await expectExample(gateway, folder, start);
  });
}
