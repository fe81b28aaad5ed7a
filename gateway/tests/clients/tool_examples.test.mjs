// The examples of docs/tools.md do what their pages say, also behind a proxy with faults. `make tools` runs all of them with
// the packages of their pages.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { BINARY, eventually, newestCode, startGatewayWithTool, TOOL_KEY } from "./gateway.mjs";
import { CODE_LIMIT, copyExample, expectExample, expectExampleById, run, withManifest } from "./tool_examples.mjs";

const SILENCE = ["a stream falls silent"];

/** A gateway for one test, whose codes and saves no other sees. */
async function gatewayFor(t) {
  const gateway = await startGatewayWithTool();
  t.after(() => gateway.stop());
  return gateway;
}

/** A copy of an example, for one test. */
async function folderOf(t, language) {
  const folder = await mkdtemp(join(tmpdir(), "tool-"));
  t.after(() => rm(folder, { recursive: true }));
  await copyExample(language, folder);
  return folder;
}

// Side by side: two of them wait until a silent stream is opened again.
describe("docs/tools", { concurrency: true }, () => {
  test("the example for curl does what docs/tools says, and opens a stream again that has fallen silent", async (t) => {
    const folder = await folderOf(t, "curl");
    const gateway = await gatewayFor(t);
    await expectExample(gateway, folder, ["bash", "tool.sh"]);
    await expectExample(gateway, folder, ["bash", "tool.sh"], TOOL_KEY, SILENCE);
  });

  test("the example for TypeScript does what docs/tools says, by text and by id", async (t) => {
    const folder = await folderOf(t, "typescript");
    const [build, start] = [
      ["npm", "run", "build"],
      ["node", "dist/tool.js"],
    ];
    // The portal's packages and those beside this file: `make tools` installs those of the example.
    await mkdir(`${folder}/node_modules`);
    const link = (name, from) =>
      symlink(new URL(`${from}/${name}`, import.meta.url).pathname, `${folder}/node_modules/${name}`);
    const portal = [".bin", "@graphql-codegen", "@graphql-typed-document-node", "@types", "graphql", "typescript"];
    for (const name of portal) await link(name, "../../../client/node_modules");
    await link("graphql-sse", "node_modules");
    const gateway = await gatewayFor(t);
    await run(folder, build);
    await expectExample(gateway, folder, start);
    await expectExample(gateway, folder, start, TOOL_KEY, SILENCE);
    const manifest = ["jq", "--from-file", "manifest.jq", "gql/persisted-documents.json"];
    await expectExampleById(folder, [build], manifest, start);
  });

  test("the unattended job logs in when it must, writes the rows of all pages, and reopens an acionamento once", async (t) => {
    const folder = await folderOf(t, "terminal");
    const gateway = await gatewayFor(t);
    // The mailbox of this test is standard input.
    await mkdir(`${folder}/bin`);
    await writeFile(`${folder}/bin/fetch-code`, "#!/bin/sh\nexec head -n 1\n", { mode: 0o755 });
    const environment = {
      PATH: `${folder}/bin:${dirname(BINARY)}:${process.env.PATH}`,
      XDG_STATE_HOME: `${folder}/state`,
      GATEWAY_URL: gateway.url,
      GATEWAY_TOOL_KEY: TOOL_KEY,
      GATEWAY_PASSWORD: "Demo@2026",
    };
    const job = ["bash", "job.sh", "ana.souza@patasegura.example"];
    const written = async () => (await readFile(`${folder}/rows.jsonl`, "utf8")).trimEnd().split("\n");
    const since = Date.now();
    await run(folder, job, environment, async (write) => {
      write(`${await eventually(() => newestCode(gateway.outbox, since), CODE_LIMIT)}\n`);
    });
    const rows = await written();
    assert.equal(new Set(rows.map((row) => JSON.parse(row).sinistro)).size, rows.length);
    // More than a page.
    assert.ok(rows.length > 20);
    await writeFile(`${folder}/rows.jsonl`, "");
    // The session is stored: no code is asked for.
    await run(folder, job, environment);
    assert.deepEqual(await written(), rows);

    const billed = `{ acionamentos(filtro: { status: "FATURADO" }, ordem: ABERTURA_ASC, first: 100) { nodes { sinistro podeReabrir } } }`;
    const lines = await run(folder, [BINARY, "query", billed, "--lines"], environment);
    const claims = lines.trimEnd().split("\n").map(JSON.parse);
    const { sinistro } = claims.find(({ podeReabrir }) => podeReabrir);
    const reopen = ["bash", "reopen.sh", sinistro, "A tutora enviou mais uma nota."];
    const reopening = await run(folder, reopen, environment);
    assert.match(reopening, /^\d{8,}\n$/);
    const asked = `{ acionamento(sinistro: "${sinistro}") { status { codigo } sinistroReabertura } }`;
    assert.deepEqual(JSON.parse(await run(folder, [BINARY, "query", asked], environment)), {
      data: { acionamento: { status: { codigo: "FATURADO" }, sinistroReabertura: reopening.trim() } },
    });
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith("reopen-")),
      [],
    );
    await assert.rejects(run(folder, reopen, environment), /reaberto/);
  });

  test("with a manifest of the page's script an example runs where nothing else does, by text and by id", async (t) => {
    const folder = await folderOf(t, "curl");
    const manifest = await run(folder, ["bash", "manifest.sh", "operations.graphql", "live.graphql"]);
    await withManifest(manifest, async (trusting, key) => {
      await expectExample(trusting, folder, ["bash", "tool.sh"], key);
      const [{ id }] = JSON.parse(manifest).operations;
      const codes = async (parameters) => {
        const response = await fetch(`${trusting.url}/graphql`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-tool-key": key },
          body: JSON.stringify(parameters),
        });
        return (await response.json()).errors.map(({ extensions }) => extensions.code);
      };
      assert.deepEqual(await codes({ documentId: id, operationName: "Procedimentos" }), ["UNAUTHENTICATED"]);
      assert.deepEqual(await codes({ query: "{ procedimentos { id } }" }), ["DOCUMENT_NOT_TRUSTED"]);
    });
  });

  test("the changes of the examples for Python and Rust to documents by id fit their files", async (t) => {
    for (const language of ["python", "rust"]) {
      await run(await folderOf(t, language), ["patch", "--strip=0", "--input=by-id.diff"]);
    }
  });
});
