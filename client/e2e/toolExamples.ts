import { spawn } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { expect } from "@playwright/test";
import { type Gateway, TOOL_KEY } from "./gateway.ts";
import { newestCode } from "./outbox.ts";

/** The examples of docs/tools.md. */
const EXAMPLES = new URL("../../docs/tools/", import.meta.url).pathname;
const ROOT = new URL("../../", import.meta.url).pathname;

/** How long a code may take to arrive after the program began, in milliseconds. */
const CODE_LIMIT = 60_000;

/** Copies an example with what its reader has beside it: the schema and the operations. */
export async function copyExample(language: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(`${EXAMPLES}${language}`, folder, { recursive: true });
  await cp(`${EXAMPLES}operations.graphql`, `${folder}/operations.graphql`);
  await cp(`${ROOT}schema.graphql`, `${folder}/schema.graphql`);
}

/** Runs a program to its end and returns its output; fails unless it succeeds. */
export async function run(
  folder: string,
  [program = "", ...options]: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input: (write: (text: string) => void) => Promise<void> = async () => {},
): Promise<string> {
  const child = spawn(program, options, { cwd: folder, env: { ...process.env, ...environment } });
  let [output, log] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // A program that ends early closes its input; its status says why.
  child.stdin.on("error", () => {});
  const typed = input((text) => child.stdin.end(text));
  const status = await Promise.race([ended, typed.then(() => ended)]);
  expect(status, `${program} ${options.join(" ")}\n${output}${log}`).toBe(0);
  return output;
}

/** Runs an example as its reader would, and checks what it says. */
export async function expectExample(gateway: Gateway, folder: string, command: readonly string[]): Promise<void> {
  const since = Date.now();
  const environment = {
    GATEWAY_URL: gateway.url,
    GATEWAY_TOOL_KEY: TOOL_KEY,
    GATEWAY_PASSWORD: "Demo@2026",
  };
  const output = await run(folder, [...command, "ana.souza@patasegura.example"], environment, async (write) => {
    await expect.poll(() => newestCode(gateway.outbox, since), { timeout: CODE_LIMIT }).toBeTruthy();
    write(`${await newestCode(gateway.outbox, since)}\n`);
  });
  const rows = /^list: (\d+) of (\d+)$/m.exec(output);
  // More than a page.
  expect(Number(rows?.[1])).toBeGreaterThan(20);
  expect(rows?.[1]).toBe(rows?.[2]);
  expect(
    output
      .replace(/^list: .*$/m, "list")
      .trim()
      .split("\n"),
  ).toEqual([
    "session: Ana Souza",
    "list",
    "error: UPSTREAM_REJECTED Segurado não encontrado.",
    "error: BAD_USER_INPUT O valor da variável $cpfCnpj não é aceito. Um CPF tem 11 dígitos e um CNPJ tem 14 caracteres, com ou sem pontuação.",
    "error: UNAUTHENTICATED Sua sessão terminou ou não existe. Entre novamente.",
    "error: no response",
    "invalid: procedimentos.0.quantidade A quantidade deve estar entre 1 e 99.",
    "saved once: yes",
    "logged out: true",
  ]);
}
