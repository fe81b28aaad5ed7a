// Usage: GATEWAY_PASSWORD=… node dist/tool.js E-MAIL
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline/promises";
import {
  AbrirAcionamentoDocument,
  type AbrirAcionamentoMutationVariables,
  AcionamentosDocument,
  EntrarDocument,
  ProcedimentosDocument,
  SairDocument,
  SeguradoDocument,
  type TypedDocumentString,
  ValidarCodigoDocument,
  ValidarEmailDocument,
} from "./gql/graphql.js";

interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  /** Programs decide by the code; the message is for people. */
  readonly extensions: { readonly code: string; readonly retryAfter?: number };
}

/** A response with errors. What could be loaded is in `data`. */
class GraphErrors extends Error {
  constructor(
    readonly errors: readonly GraphError[],
    readonly data: unknown,
  ) {
    super(errors.map(({ extensions, message }) => `${extensions.code} ${message}`).join("; "));
  }
}

class Graph {
  constructor(
    readonly url: string,
    readonly token?: string,
  ) {}

  async run<Data, Variables>(document: TypedDocumentString<Data, Variables>, variables: Variables): Promise<Data> {
    const key = process.env["GATEWAY_TOOL_KEY"];
    const response = await fetch(`${this.url}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/graphql-response+json",
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(key && { "x-tool-key": key }),
      },
      body: JSON.stringify({ query: document.toString(), variables }),
      signal: AbortSignal.timeout(30_000),
    });
    // Errors are in the body whatever the status, which may be 200.
    const { data, errors } = (await response.json()) as { data?: Data; errors?: GraphError[] };
    if (errors || !data) throw new GraphErrors(errors ?? [], data);
    return data;
  }
}

/** The three steps of the login. A refusal is data, with a text for people. */
async function login(url: string, email: string, password: string): Promise<Graph> {
  const graph = new Graph(url);
  const { validarEmail: sent } = await graph.run(ValidarEmailDocument, { email });
  if (sent.__typename !== "CodigoEnviado") throw new Error(sent.mensagem);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const codigo = await terminal.question("Code: ");
  terminal.close();
  const { validarCodigo: accepted } = await graph.run(ValidarCodigoDocument, { desafio: sent.desafio, codigo });
  if (accepted.__typename !== "CodigoAceito") throw new Error(accepted.mensagem);
  const { entrar: session } = await graph.run(EntrarDocument, { desafio: accepted.desafio, senha: password });
  if (session.__typename !== "Sessao") throw new Error(session.mensagem);
  console.log(`session: ${session.usuario.nome}`);
  return new Graph(url, session.token);
}

/** A list to its end: each page begins after the last cursor of the one before. */
async function* acionamentos(graph: Graph, status: string) {
  let after: string | null | undefined;
  do {
    const { acionamentos: page } = await graph.run(AcionamentosDocument, { status, after });
    // Nullable, since a service behind it may fail; then there are errors too.
    if (!page) throw new Error("no list");
    yield page;
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after);
}

async function showError(request: Promise<unknown>): Promise<void> {
  const error = await request.then(
    () => "none",
    (error: unknown) => (error instanceof GraphErrors ? error.message : "no response"),
  );
  console.log(`error: ${error}`);
}

/** What a save needs: an insured with a policy and a pet, and a procedure. */
async function newAcionamento(graph: Graph, cpfCnpjs: readonly string[]): Promise<AbrirAcionamentoMutationVariables> {
  const { procedimentos } = await graph.run(ProcedimentosDocument, {});
  const procedimento = procedimentos?.find(({ valorReferencia }) => valorReferencia);
  for (const cpfCnpj of cpfCnpjs) {
    const { segurado } = await graph.run(SeguradoDocument, { cpfCnpj });
    const apolice = segurado?.apolices?.find(({ vigente, pets }) => vigente && pets.length > 0);
    const pet = apolice?.pets[0];
    if (!apolice || !pet || !procedimento?.valorReferencia) continue;
    return {
      input: {
        // Chosen once for each save, before it is first sent.
        chave: randomUUID(),
        cpfCnpj,
        apolice: apolice.numero,
        pet: pet.id,
        seguradora: apolice.codigoSeguradora,
        // Today in São Paulo.
        ocorridoEm: new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" }),
        procedimentos: [{ procedimento: procedimento.id, quantidade: 1, valor: procedimento.valorReferencia }],
      },
    };
  }
  throw new Error("nobody to save for");
}

async function save(graph: Graph, variables: AbrirAcionamentoMutationVariables): Promise<string> {
  const { abrirAcionamento: saved } = await graph.run(AbrirAcionamentoDocument, variables);
  switch (saved.__typename) {
    case "AcionamentoSalvo":
      return saved.acionamento.sinistro;
    case "EntradaInvalida":
      return saved.campos.map(({ campo, mensagem }) => `${campo} ${mensagem}`).join("; ");
    case "Recusa":
      throw new Error(saved.mensagem);
  }
}

const url = process.env["GATEWAY_URL"] ?? "http://127.0.0.1:8080";
const graph = await login(url, process.argv[2] ?? "", process.env["GATEWAY_PASSWORD"] ?? "");

const cpfCnpjs: string[] = [];
let total = 0;
for await (const { nodes, totalCount } of acionamentos(graph, "ABERTO")) {
  cpfCnpjs.push(...nodes.map(({ segurado }) => segurado.cpfCnpj));
  total = totalCount;
}
console.log(`list: ${cpfCnpjs.length} of ${total}`);

// A field that failed is null, and the data beside it came.
await showError(graph.run(SeguradoDocument, { cpfCnpj: "00000000191" }));
// A variable that does not fit: nothing ran.
await showError(graph.run(SeguradoDocument, { cpfCnpj: "123" }));
// A session that has ended: log in again.
await showError(new Graph(url, "unknown").run(ProcedimentosDocument, {}));
// No response at all. A query may be repeated, and a save with the same key.
await showError(new Graph("http://127.0.0.1:9").run(ProcedimentosDocument, {}));

const variables = await newAcionamento(graph, cpfCnpjs);
const [procedimento] = [variables.input.procedimentos].flat();
const invalid = { ...variables.input, procedimentos: [{ ...procedimento!, quantidade: 0 }] };
console.log(`invalid: ${await save(graph, { input: invalid })}`);
const first = await save(graph, variables);
const again = await save(graph, variables);
console.log(`saved once: ${first === again ? "yes" : "no"}`);

const { sair } = await graph.run(SairDocument, {});
console.log(`logged out: ${sair}`);
