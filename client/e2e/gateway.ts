import { type ChildProcess, spawn } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";

export interface Gateway {
  /** Address without a slash at its end. */
  readonly url: string;
  /** Folder where the embedded services put the messages with access codes. */
  readonly outbox: string;
}

const BINARY = new URL(process.env["GATEWAY_BIN"] ?? "../../target/debug/gateway", import.meta.url).pathname;

/** Filling an empty database with demo data takes seconds in a debug build on a busy machine. */
const START_LIMIT = 60_000;

/**
 * The real gateway with its embedded services on a database of its own, one for all tests of a worker. A gateway that
 * is running already is taken instead where BASE_URL and OUTBOX name it; its demo data should be fresh, because the
 * tests reopen a claim, which can be done once.
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
      await access(BINARY).catch(() => {
        throw new Error(`Não há gateway em ${BINARY}. Compile antes: npm run build, depois cargo build -p gateway.`);
      });
      const dataFolder = await mkdtemp(join(tmpdir(), "gateway-e2e-"));
      // The tests log the same few people in again and again, and not always to the end.
      const often = ["--max-codes", "1000", "--max-tries", "1000", "--max-tries-per-address", "10000"];
      const server = spawn(BINARY, ["--listen", "127.0.0.1:0", "--data-dir", dataFolder, "--log", "warn", ...often]);
      try {
        await provide({ url: await addressOf(server), outbox: join(dataFolder, "outbox") });
      } finally {
        await stop(server);
        await rm(dataFolder, { recursive: true, force: true });
      }
    },
    { scope: "worker", timeout: START_LIMIT + 30_000 },
  ],
  baseURL: async ({ gateway }, provide) => provide(gateway.url),
});

/** The address that the gateway prints when it is ready. */
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
