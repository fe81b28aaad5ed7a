import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect } from "@playwright/test";
import { BINARY, test, TOOL_KEY } from "./gateway.ts";
import { newestCode } from "./outbox.ts";
import { copyExample, expectExample, expectExampleById, run, withManifest } from "./toolExamples.ts";

test("the example for curl does what docs/tools says", async ({ gateway }, testInfo) => {
  const folder = testInfo.outputPath("tool");
  await copyExample("curl", folder);
  await expectExample(gateway, folder, ["bash", "tool.sh"]);
});

test("the example for curl opens a stream again that has fallen silent", async ({ gateway }, testInfo) => {
  test.setTimeout(120_000);
  const folder = testInfo.outputPath("tool");
  await copyExample("curl", folder);
  await expectExample(gateway, folder, ["bash", "tool.sh"], TOOL_KEY, ["a stream falls silent"]);
});

test("the example for TypeScript does what docs/tools says, by text and by id", async ({ gateway }, testInfo) => {
  test.setTimeout(300_000);
  const folder = testInfo.outputPath("tool");
  const start = ["node", "dist/tool.js"];
  await copyExample("typescript", folder);
  // The client's own packages: `make tools` installs those of the example.
  await symlink(new URL("../node_modules", import.meta.url).pathname, `${folder}/node_modules`);
  const build = ["npm", "run", "build"];
  await run(folder, build);
  await expectExample(gateway, folder, start);
  await test.step("a stream falls silent", () =>
    expectExample(gateway, folder, start, TOOL_KEY, ["a stream falls silent"]));
  const manifest = ["jq", "--from-file", "manifest.jq", "gql/persisted-documents.json"];
  await expectExampleById(folder, [build], manifest, start);
});

test("the unattended job logs in when it must, and writes the rows of all pages", async ({ gateway }, testInfo) => {
  const folder = testInfo.outputPath("tool");
  await copyExample("terminal", folder);
  // The mailbox of this test is standard input.
  await mkdir(`${folder}/bin`);
  await writeFile(`${folder}/bin/fetch-code`, "#!/bin/sh\nexec head -n 1\n", { mode: 0o755 });
  const environment = {
    PATH: `${folder}/bin:${dirname(BINARY)}:${process.env["PATH"]}`,
    XDG_STATE_HOME: `${folder}/state`,
    GATEWAY_URL: gateway.url,
    GATEWAY_TOOL_KEY: TOOL_KEY,
    GATEWAY_PASSWORD: "Demo@2026",
  };
  const job = ["bash", "job.sh", "ana.souza@patasegura.example"];
  const written = async () => (await readFile(`${folder}/rows.jsonl`, "utf8")).trimEnd().split("\n");
  const since = Date.now();
  await run(folder, job, environment, async (write) => {
    await expect.poll(() => newestCode(gateway.outbox, since), { timeout: 60_000 }).toBeTruthy();
    write(`${await newestCode(gateway.outbox, since)}\n`);
  });
  const rows = await written();
  expect(new Set(rows.map((row) => (JSON.parse(row) as { sinistro: string }).sinistro)).size).toBe(rows.length);
  // More than a page.
  expect(rows.length).toBeGreaterThan(20);
  await writeFile(`${folder}/rows.jsonl`, "");
  // The session is stored: no code is asked for.
  await run(folder, job, environment);
  expect(await written()).toEqual(rows);

  await test.step("an acionamento is reopened once", async () => {
    const billed = `{ acionamentos(filtro: { status: "FATURADO" }, ordem: ABERTURA_ASC, first: 100) { nodes { sinistro podeReabrir } } }`;
    const lines = await run(folder, [BINARY, "query", billed, "--lines"], environment);
    const claims = lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { sinistro: string; podeReabrir: boolean });
    const sinistro = claims.find(({ podeReabrir }) => podeReabrir)?.sinistro ?? "";
    const reopen = ["bash", "reopen.sh", sinistro, "A tutora enviou mais uma nota."];
    const reopening = await run(folder, reopen, environment);
    expect(reopening).toMatch(/^\d{8,}\n$/);
    const asked = `{ acionamento(sinistro: "${sinistro}") { status { codigo } sinistroReabertura } }`;
    expect(JSON.parse(await run(folder, [BINARY, "query", asked], environment))).toEqual({
      data: { acionamento: { status: { codigo: "FATURADO" }, sinistroReabertura: reopening.trim() } },
    });
    expect((await readdir(folder)).filter((name) => name.startsWith("reopen-"))).toEqual([]);
    await expect(run(folder, reopen, environment)).rejects.toThrow("reaberto");
  });
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
