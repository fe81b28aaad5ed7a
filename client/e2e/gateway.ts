import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";

export interface Gateway {
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** Folder of the e-mails with access codes. */
  readonly outbox: string;
}

export const BINARY = new URL(process.env["GATEWAY_BIN"] ?? "../../target/debug/gateway", import.meta.url).pathname;

/** Key of a tool with which GraphiQL and the tests send documents. The portal has none, as in production. */
export const TOOL_KEY = "chave-de-ferramenta-dos-testes-de-ponta-a-ponta";

/** Generating the demo data takes seconds in a debug build. */
const START_LIMIT = 60_000;

/**
 * A real gateway with embedded services on its own database, shared by the tests of a worker. A running
 * gateway is used instead if BASE_URL and OUTBOX are set; its demo data should be fresh, because the
 * tests reopen a claim, which works only once.
 */
export const test = base.extend<object, { gateway: Gateway }>({
  gateway: [
    async ({}, provide) => {
      const url = process.env["BASE_URL"];
      if (url) {
        const outbox = process.env["OUTBOX"];
        if (!outbox) throw new Error("BASE_URL também pede OUTBOX: a pasta onde os serviços põem as mensagens.");
        await provide({ url: url.replace(/\/$/, ""), outbox });
        return;
      }
      // The tests log in the same users many times.
      const often = [
        "--max-codes-per-email",
        "1000",
        "--max-guesses-per-email",
        "1000",
        "--max-login-attempts-per-address",
        "10000",
      ];
      const tools = await mkdtemp(join(tmpdir(), "gateway-tools-"));
      const digest = createHash("sha256").update(TOOL_KEY).digest("hex");
      const operations = '["query", "mutation", "subscription"]';
      await writeFile(
        join(tools, "e2e.toml"),
        `key = "sha256:${digest}"\ndocuments = "any"\noperations = ${operations}\n`,
      );
      const started = await startGateway(["--documents", "trusted-or-tool", "--tools", tools, ...often]);
      try {
        await provide(started);
      } finally {
        await started.stop();
        await rm(tools, { recursive: true, force: true });
      }
    },
    { scope: "worker", timeout: START_LIMIT + 30_000 },
  ],
  baseURL: async ({ gateway }, provide) => provide(gateway.url),
});

/** Starts a gateway on its own database. The caller stops it. */
export async function startGateway(options: readonly string[] = []): Promise<Gateway & { stop: () => Promise<void> }> {
  await access(BINARY).catch(() => {
    throw new Error(`Não há gateway em ${BINARY}. Compile antes: make e2e faz isso.`);
  });
  const dataFolder = await mkdtemp(join(tmpdir(), "gateway-e2e-"));
  const listening = ["--listen", "127.0.0.1:0", "--data-dir", dataFolder, "--log", "warn"];
  const server = spawn(BINARY, [...listening, ...options]);
  const end = async () => {
    await stop(server);
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    return { url: await addressOf(server), outbox: join(dataFolder, "outbox"), stop: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The base URL that the gateway prints when ready. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const failed = (reason: string) => reject(new Error(`O gateway não começou (${reason}). Ele disse:\n${said}`));
    const limit = setTimeout(failed, START_LIMIT, "tempo esgotado");
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const address = /http:\/\/[\w.:[\]]+(?=\/graphql\b)/.exec(said)?.[0];
      if (!address) return;
      clearTimeout(limit);
      resolve(address);
    };
    server.stdout?.on("data", listen);
    server.stderr?.on("data", listen);
    server.once("exit", (code) => failed(`saiu com ${code}`));
    server.once("error", (error) => failed(error.message));
  });
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => {
    server.once("exit", resolve);
  });
  server.kill("SIGTERM");
  await ended;
}
