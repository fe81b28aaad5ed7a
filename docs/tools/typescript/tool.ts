// Usage: GATEWAY_PASSWORD=… node dist/tool.js E-MAIL
import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { setTimeout } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "graphql-sse";
import {
  AbrirAcionamentoDocument,
  type AbrirAcionamentoMutationVariables,
  AcionamentosDocument,
  AoVivoDocument,
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

/** What a save was refused with: the graph has answered, and nothing was saved. */
class Refusal extends Error {}

class Graph {
  constructor(
    readonly url: string,
    readonly token?: string,
  ) {}

  get headers(): Record<string, string> {
    const key = process.env["GATEWAY_TOOL_KEY"];
    return { ...(this.token && { authorization: `Bearer ${this.token}` }), ...(key && { "x-tool-key": key }) };
  }

  async run<Data, Variables>(document: TypedDocumentString<Data, Variables>, variables: Variables): Promise<Data> {
    const response = await fetch(`${this.url}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/graphql-response+json",
        ...this.headers,
      },
      body: JSON.stringify({ query: document.toString(), variables }),
      signal: AbortSignal.timeout(30_000),
    });
    // Errors are in the body whatever the status, which may be 200.
    const { data, errors } = (await response.json()) as { data?: Data; errors?: GraphError[] };
    if (errors || !data) throw new GraphErrors(errors ?? [], data);
    return data;
  }

  /** The events of a subscription. A stream that ends without `complete` is opened again. */
  async *follow<Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentString<Data, Variables>,
    variables: Variables,
  ): AsyncGenerator<Data> {
    const client = createClient({
      url: `${this.url}/graphql`,
      headers: this.headers,
      fetchFn: fetchStream,
      retryAttempts: Infinity,
      // Not all clients come back at once, and none waits ever longer, as the default of graphql-sse does.
      retry: () => sleep(500 + Math.random() * 1500),
    });
    for await (const { data, errors } of client.iterate<Data>({ query: document.toString(), variables })) {
      if (!data) throw new GraphErrors((errors ?? []) as unknown as GraphError[], data);
      // What failed comes again with the next event.
      if (!errors) yield data;
    }
  }
}

/** A stream that is silent has vanished: the gateway sends something every 12 seconds. In milliseconds. */
const SILENCE = 30_000;

/** `fetch` whose response fails once nothing has come for so long. */
async function fetchStream(url: string, options: RequestInit): Promise<Response> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), SILENCE).unref();
  const signals = options.signal ? [options.signal, silent.signal] : [silent.signal];
  const response = await fetch(url, { ...options, signal: AbortSignal.any(signals) });
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, stream) {
      timer.refresh();
      stream.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(watched), response);
}

/** Codes of failures that may pass. */
const PASSING = new Set([
  "UPSTREAM_UNAVAILABLE",
  "UPSTREAM_TIMEOUT",
  "UPSTREAM_ERROR",
  "UPSTREAM_INVALID_RESPONSE",
  "UPSTREAM_OUTCOME_UNKNOWN",
  "RATE_LIMITED",
  "TOO_MANY_REQUESTS",
]);
const ATTEMPTS = 3;
/** The longest wait that is worth it, in seconds. */
const MAX_WAIT = 60;

/** The GraphQL errors of a failed request; empty if the request got no GraphQL response. */
function errorsOf(error: unknown): readonly GraphError["extensions"][] {
  return error instanceof GraphErrors ? error.errors.map(({ extensions }) => extensions) : [];
}

/** Repeats a query, or a save that has a key. Waits as long as the error says. */
async function repeat<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      const errors = errorsOf(error);
      const mayPass = errors.every(({ code }) => PASSING.has(code));
      const backoff = 2 ** attempt * (0.1 + 0.2 * Math.random());
      const wait = Math.max(backoff, ...errors.map(({ retryAfter }) => retryAfter ?? 0));
      if (attempt === ATTEMPTS || wait > MAX_WAIT || !mayPass) throw error;
      await sleep(wait * 1000);
    }
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
    const { acionamentos: page } = await repeat(() => graph.run(AcionamentosDocument, { status, after }));
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
  const { procedimentos } = await repeat(() => graph.run(ProcedimentosDocument, {}));
  const procedimento = procedimentos?.find(({ valorReferencia }) => valorReferencia);
  for (const cpfCnpj of cpfCnpjs) {
    const { segurado } = await repeat(() => graph.run(SeguradoDocument, { cpfCnpj }));
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

/** Saves, as often as it takes, and returns the claim number. */
async function save(graph: Graph, variables: AbrirAcionamentoMutationVariables): Promise<string> {
  const { abrirAcionamento: saved } = await repeat(() => graph.run(AbrirAcionamentoDocument, variables));
  switch (saved.__typename) {
    case "AcionamentoSalvo":
      return saved.acionamento.sinistro;
    case "EntradaInvalida":
      throw new Refusal(saved.campos.map(({ campo, mensagem }) => `${campo} ${mensagem}`).join("; "));
    default:
      // A Recusa, or a member that a newer graph has: nothing is known to be saved.
      throw new Refusal("mensagem" in saved ? saved.mensagem : "unknown result");
  }
}

/** A save that was begun. */
const PENDING = "pending.json";

/** Saves across crashes: what is sent is stored before, until a result has arrived, and sent again by the next start. */
async function saveStored(graph: Graph, variables: AbrirAcionamentoMutationVariables): Promise<string> {
  await writeFile(PENDING, JSON.stringify(variables));
  try {
    const sinistro = await save(graph, variables);
    await rm(PENDING);
    return sinistro;
  } catch (error) {
    // Kept without a response, and after a failure that may pass, by itself or after a login. A refusal is a result.
    const mayPass = errorsOf(error).every(({ code }) => PASSING.has(code) || code === "UNAUTHENTICATED");
    if (error instanceof Refusal || !mayPass) await rm(PENDING);
    throw error;
  }
}

const url = process.env["GATEWAY_URL"] ?? "http://127.0.0.1:8080";
const graph = await login(url, process.argv[2] ?? "", process.env["GATEWAY_PASSWORD"] ?? "");

const cpfCnpjs: string[] = [];
let total = 0;
for await (const { nodes, totalCount } of acionamentos(graph, "AUTORIZADO")) {
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
// No response at all.
await showError(repeat(() => new Graph("http://127.0.0.1:9").run(ProcedimentosDocument, {})));

// A save that an earlier run did not finish is sent again, with its key.
const pending = await readFile(PENDING, "utf8").catch(() => undefined);
if (pending) {
  const result = await saveStored(graph, JSON.parse(pending) as AbrirAcionamentoMutationVariables).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return error.message;
      throw error;
    },
  );
  console.error(`pending: ${result}`);
}

const variables = await newAcionamento(graph, cpfCnpjs);
const [procedimento] = [variables.input.procedimentos].flat();
const invalid = { ...variables.input, procedimentos: [{ ...procedimento!, quantidade: 0 }] };
await save(graph, { input: invalid }).catch((error: Error) => console.log(`invalid: ${error.message}`));

// The first event is the present state.
const events = graph.follow(AoVivoDocument, { status: "ABERTO" });
const open = async () => (await events.next()).value?.acionamentos?.totalCount ?? 0;
const before = await open();

// The key is what makes a repetition safe.
const first = await saveStored(graph, variables);
const again = await save(graph, variables);
console.log(`saved once: ${first === again ? "yes" : "no"}`);

let now = before;
while (now === before) now = await open();
await events.return(undefined);
console.log(`live: ${now - before} more`);

const { sair } = await graph.run(SairDocument, {});
console.log(`logged out: ${sair}`);
