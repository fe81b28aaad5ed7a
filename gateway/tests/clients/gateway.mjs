// A real gateway for tests, with the embedded services on a database of its own.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * @typedef {object} Gateway
 * @property {string} url Base URL without a trailing slash.
 * @property {string} outbox Folder of the e-mails with access codes.
 *
 * @typedef {Gateway & { stop: () => Promise<void> }} StartedGateway
 */

export const BINARY = new URL(process.env.GATEWAY_BIN ?? "../../../target/debug/gateway", import.meta.url).pathname;

/** Key of the tool of `startGatewayWithTool`, which may send any document. */
export const TOOL_KEY = "chave-de-ferramenta-dos-testes-de-ponta-a-ponta";

/** Generating the demo data takes seconds in a debug build. */
export const START_LIMIT = 60_000;

/** File times may lag behind the clock by this many milliseconds. */
const TICK = 20;

/**
 * Starts a gateway. The caller stops it.
 * @param {readonly string[]} options
 * @returns {Promise<StartedGateway>}
 */
export async function startGateway(options = []) {
  await access(BINARY).catch(() => {
    throw new Error(
      `There is no gateway at ${BINARY}: build it first (cargo build --bin gateway), or set GATEWAY_BIN.`,
    );
  });
  const dataFolder = await mkdtemp(join(tmpdir(), "gateway-tests-"));
  const listening = ["--listen", "127.0.0.1:0", "--data-dir", dataFolder, "--log", "warn"];
  const server = spawn(BINARY, [...listening, ...options]);
  const stop = async () => {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
    }
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    return { url: await addressOf(server), outbox: join(dataFolder, "outbox"), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * A gateway as in production: its own documents, and any with TOOL_KEY. The tests log in the same users many times.
 * @returns {Promise<StartedGateway>}
 */
export async function startGatewayWithTool() {
  const tools = await mkdtemp(join(tmpdir(), "gateway-tools-"));
  const key = `sha256:${createHash("sha256").update(TOOL_KEY).digest("hex")}`;
  const operations = '["query", "mutation", "subscription"]';
  await writeFile(join(tools, "tests.toml"), `key = "${key}"\ndocuments = "any"\noperations = ${operations}\n`);
  const options = ["--documents", "trusted-or-tool", "--tools", tools, "--max-codes-per-email", "1000"];
  const gateway = await startGateway(options);
  const stop = async () => {
    await gateway.stop();
    await rm(tools, { recursive: true, force: true });
  };
  return { ...gateway, stop };
}

/**
 * The base URL that the gateway prints when ready.
 * @param {import("node:child_process").ChildProcess} server
 * @returns {Promise<string>}
 */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = "";
    const failed = (/** @type {string} */ reason) =>
      reject(new Error(`The gateway did not start (${reason}):\n${said}`));
    const limit = setTimeout(failed, START_LIMIT, "timeout");
    const listen = (/** @type {Buffer} */ chunk) => {
      said += chunk.toString();
      const address = /http:\/\/[\w.:[\]]+(?=\/graphql\b)/.exec(said)?.[0];
      if (!address) return;
      clearTimeout(limit);
      resolve(address);
    };
    server.stdout?.on("data", listen);
    server.stderr?.on("data", listen);
    server.once("exit", (code) => failed(`it ended with ${code}`));
    server.once("error", (error) => failed(error.message));
  });
}

/**
 * The access code in the newest message of the outbox since `since`.
 * @param {string} folder
 * @param {number} since
 * @returns {Promise<string | undefined>}
 */
export async function newestCode(folder, since) {
  const names = await readdir(folder).catch(() => /** @type {string[]} */ ([]));
  const messages = await Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .map(async (name) => ({ file: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const newest = messages.filter(({ at }) => at >= since - TICK).sort((a, b) => b.at - a.at)[0];
  return newest && codeIn(await readFile(newest.file, "utf8"));
}

/**
 * The code is alone on an indented line.
 * @param {string} message
 */
function codeIn(message) {
  const [headers = "", ...rest] = message.split(/\r?\n\r?\n/);
  const body = rest.join("\n\n");
  const text = /^content-transfer-encoding: base64/im.test(headers) ? Buffer.from(body, "base64").toString() : body;
  return /^ {2,}(\w{6})\s*$/m.exec(text)?.[1];
}

/**
 * Waits until a check finds something, and returns it.
 * @template T
 * @param {() => T | Promise<T>} check
 * @param {number} limit Milliseconds.
 * @returns {Promise<NonNullable<T>>}
 */
export async function eventually(check, limit = 10_000) {
  const end = Date.now() + limit;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`never: ${check}`);
    await pause(20);
  }
}
