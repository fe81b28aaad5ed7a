import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { access, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startFaultyProxy } from "./faulty_proxy.mjs";
import { BINARY, eventually, newestCode, startGateway, TOOL_KEY } from "./gateway.mjs";

/** The examples of docs/tools.md. */
const EXAMPLES = new URL("../../../docs/tools/", import.meta.url).pathname;
const ROOT = new URL("../../../", import.meta.url).pathname;

/** How long a code may take to arrive after the program began, in milliseconds. */
export const CODE_LIMIT = 60_000;

/** Copies an example with what its reader has beside it: the schema, the documents and the script for manifests. */
export async function copyExample(language, folder) {
  await mkdir(folder, { recursive: true });
  await cp(`${EXAMPLES}${language}`, folder, { recursive: true });
  for (const name of ["operations.graphql", "live.graphql", "manifest.sh"])
    await cp(`${EXAMPLES}${name}`, `${folder}/${name}`);
  await cp(`${ROOT}schema.graphql`, `${folder}/schema.graphql`);
}

/** Runs a program to its end and returns its output; fails unless it succeeds. */
export async function run(folder, [program = "", ...options], environment = {}, input = async () => {}) {
  const child = spawn(program, options, { cwd: folder, env: { ...process.env, ...environment } });
  let [output, log] = ["", ""];
  child.stdout.on("data", (chunk) => (output += chunk.toString()));
  child.stderr.on("data", (chunk) => (log += chunk.toString()));
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // A program that ends early closes its input; its status says why.
  child.stdin.on("error", () => {});
  const typed = input((text) => child.stdin.end(text));
  const status = await Promise.race([ended, typed.then(() => ended)]);
  assert.equal(status, 0, `${program} ${options.join(" ")}\n${output}${log}`);
  return output;
}

/** A save with an invalid quantity. Some examples store the input, and some the variables. */
const REFUSED_SAVE = {
  chave: "uma-chave",
  cpfCnpj: "52998224725",
  apolice: "1",
  pet: "1",
  seguradora: "1",
  ocorridoEm: "2026-01-05",
  procedimentos: [{ procedimento: "1", quantidade: 0, valor: "1.00" }],
};

/** Runs an example as its reader would, over a connection with faults, and checks what it says. */
export async function expectExample(gateway, folder, command, toolKey = TOOL_KEY, faults) {
  const proxy = await startFaultyProxy(gateway.url, faults);
  try {
    // A save of an earlier run, which is refused: a result, after which it is forgotten.
    const pending = join(folder, "pending.json");
    await writeFile(pending, JSON.stringify({ ...REFUSED_SAVE, input: REFUSED_SAVE }));
    const since = Date.now();
    const environment = { GATEWAY_URL: proxy.url, GATEWAY_TOOL_KEY: toolKey, GATEWAY_PASSWORD: "Demo@2026" };
    const output = await run(folder, [...command, "ana.souza@patasegura.example"], environment, async (write) => {
      write(`${await eventually(() => newestCode(gateway.outbox, since), CODE_LIMIT)}\n`);
    });
    expectOutput(output);
    await assert.rejects(access(pending), /ENOENT/);
    assert.deepEqual([...proxy.left], []);
  } finally {
    await proxy.stop();
  }
}

/** A gateway that runs the documents of a tool's manifest and no others, while something is done with the tool's key. */
export async function withManifest(manifest, action) {
  const tools = await mkdtemp(join(tmpdir(), "gateway-tools-"));
  try {
    await writeFile(join(tools, "robot.json"), manifest);
    const added = await promisify(execFile)(BINARY, ["tools", "add", "robot", "--manifest", "robot.json"], {
      env: { ...process.env, GATEWAY_TOOLS: tools },
    });
    const gateway = await startGateway(["--documents", "trusted-or-tool", "--tools", tools]);
    try {
      await action(gateway, added.stdout.trim());
    } finally {
      await gateway.stop();
    }
  } finally {
    await rm(tools, { recursive: true });
  }
}

/** Changes an example to send documents by id, as its page does, and runs it where its manifest decides. */
export async function expectExampleById(folder, prepare, manifest, start) {
  await run(folder, ["patch", "--strip=0", "--input=by-id.diff"]);
  for (const command of prepare) await run(folder, command);
  await withManifest(await run(folder, manifest), (gateway, key) => expectExample(gateway, folder, start, key));
}

function expectOutput(output) {
  const rows = /^list: (\d+) of (\d+)$/m.exec(output);
  // More than a page.
  assert.ok(Number(rows?.[1]) > 20, output);
  assert.equal(rows[1], rows[2]);
  const lines = output
    .replace(/^list: .*$/m, "list")
    .trim()
    .split("\n");
  assert.deepEqual(lines, [
    "session: Ana Souza",
    "list",
    "error: UPSTREAM_REJECTED Segurado não encontrado.",
    "error: BAD_USER_INPUT O valor da variável $cpfCnpj não é aceito. Um CPF tem 11 dígitos e um CNPJ tem 14 caracteres, com ou sem pontuação.",
    "error: UNAUTHENTICATED Sua sessão terminou ou não existe. Entre novamente.",
    "error: no response",
    "invalid: procedimentos.0.quantidade A quantidade deve estar entre 1 e 99.",
    "saved once: yes",
    "live: 1 more",
    "logged out: true",
  ]);
}
