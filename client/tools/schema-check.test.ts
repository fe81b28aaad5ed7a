import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SCRIPT = new URL("schema-check.mjs", import.meta.url).pathname;

/** The schema of the last release. */
const RELEASED = `
  type Query {
    pet(id: ID!, filtro: Filtro): Pet
    achar: Achado
    antigo: Int
    velho: Int @deprecated(reason: "Use pet.")
  }
  type Pet { id: ID!, nome: String!, raca: String, porte: Porte! }
  type Gato { id: ID! }
  union Achado = Pet | Gato
  enum Porte { PEQUENO GRANDE }
  enum Ordem { NOME IDADE }
  input Filtro { nome: String, ordem: Ordem }
`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "schema-check-"));
  await write("schema.graphql", RELEASED);
  await write("portal.json", { "sha256:00": "query Tela { pet(id: 1) { id nome } achar { ... on Gato { id } } }" });
});

afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, content: unknown) =>
  writeFile(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));

/** Checks the released schema with some texts replaced. */
async function check(...changes: [from: string, to: string][]): Promise<{ status: number; said: string }> {
  let schema = RELEASED;
  for (const [from, to] of changes) {
    expect(schema).toContain(from);
    schema = schema.replace(from, to);
  }
  await write("next.graphql", schema);
  const options = ["--released", folder, "--schema", join(folder, "next.graphql"), "--tools", folder];
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...options], (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), said: stdout + stderr });
    });
  });
}

/** A tool with a manifest, as foreign generators write it, beside its file. */
async function configureTool(name: string, body: string): Promise<void> {
  const operation = { id: "00", name: "Lista", type: "query", body };
  await write(`${name}.manifest`, { format: "apollo-persisted-query-manifest", version: 1, operations: [operation] });
  await write(`${name}.toml`, `manifest = "${name}.manifest"\noperations = ["query"]\n`);
}

// Each check is a process of its own.
describe("the schema check", { timeout: 30_000 }, () => {
  it("lets a graph pass that is the same or has more", async () => {
    const same = { status: 0, said: "1 documents of 1 manifests, 0 broken\n" };
    expect(await check()).toEqual(same);
    expect(await check(["raca: String", "raca: String, cor: String"])).toEqual(same);
  });

  it("lets a removal pass that nobody uses, and says so", async () => {
    const { status, said } = await check([", raca: String", ""]);
    expect(said).toContain("unused: Field 'raca' was removed from object type 'Pet'");
    expect(status).toBe(0);
  });

  it.each<[string, [string, string], string]>([
    ["a field", [", nome: String!, raca", ", raca"], "portal: Tela"],
    ["a field that became nullable", ["nome: String!", "nome: String"], "portal: Tela"],
    ["an argument that became required", ["id: ID!, filtro: Filtro", "id: ID!, filtro: Filtro!"], "portal: Tela"],
    ["a new required argument", ["pet(id: ID!", "pet(tipo: ID!, id: ID!"], "portal: Tela"],
    ["a member of a union", ["Pet | Gato", "Pet"], "portal: Tela"],
    ["a field that only a tool reads", [", raca: String", ""], "gestao: Lista"],
    ["a value of an enum that may come", ["PEQUENO GRANDE", "GRANDE"], "gestao: Lista"],
    ["a field of an input in a variable", ["{ nome: String, ordem: Ordem }", "{ ordem: Ordem }"], "gestao: Lista"],
    ["a value of an enum in a variable", ["NOME IDADE", "NOME"], "gestao: Lista"],
    ["a new required field of an input", ["input Filtro {", "input Filtro { id: ID!,"], "gestao: Lista"],
  ])("refuses a change of %s that somebody uses, by name", async (_, change, user) => {
    await configureTool("gestao", "query Lista($filtro: Filtro) { pet(id: 2, filtro: $filtro) { raca porte } }");
    const { status, said } = await check(change);
    expect(said).toMatch(new RegExp(`breaks: .*\n    used by .*${user}`));
    expect(status).toBe(1);
  });

  it("wants a deprecation before a removal where a tool may send any document", async () => {
    await write("painel.toml", 'documents = "any"\noperations = ["query"]\n');
    const { status, said } = await check(["antigo: Int", ""]);
    expect(said).toContain("not deprecated in the last release, and may be used by painel");
    expect(status).toBe(1);
    const deprecated = await check(['velho: Int @deprecated(reason: "Use pet.")', ""]);
    expect(deprecated.status).toBe(0);
  });

  it("refuses a manifest that it cannot read", async () => {
    await write("outro.json", { operations: [{ name: "sem texto" }] });
    const { status, said } = await check();
    expect(said).toContain("outro.json: not a manifest");
    expect(status).toBe(1);
  });
});
