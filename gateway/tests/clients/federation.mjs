// The graph as a subgraph of a real router: `make federation`.
//
// It starts the gateway with its demo services and a second subgraph, which adds fields to types of the graph, composes both
// schemas by two implementations, and asks through @graphql-hive/gateway.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { newestCode } from "./gateway.mjs";

const [program, modules] = process.argv.slice(2).map((path) => resolve(path));
// The packages stand below target/, not beside this file.
const load = createRequire(join(modules, "index.js"));
const { graphql, parse } = load("graphql");
const { buildSubgraphSchema } = load("@apollo/subgraph");

const key = randomBytes(32).toString("hex");
const folder = await mkdtemp(join(tmpdir(), "federation-"));
const ends = [() => rm(folder, { recursive: true, force: true })];

/** A program until it prints a line; it ends with this script. */
function start(command, options, line, settings = {}) {
  const child = spawn(command, options, { stdio: ["ignore", "pipe", "pipe"], ...settings });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = new Promise((end) => child.once("exit", end));
    child.kill("SIGTERM");
    await ended;
  };
  ends.unshift(stop);
  return new Promise((found, failed) => {
    let said = "";
    const listen = (chunk) => {
      said += chunk;
      const match = line.exec(said);
      if (match) found({ match, stop });
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => failed(new Error(`${command} ended with ${code}:\n${said}`)));
  });
}

async function post(url, query, variables = {}, headers = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

async function data(...request) {
  const answer = await post(...request);
  assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
  return answer.data;
}

/** A session of a demo user. */
async function login(url) {
  const email = "ana.souza@patasegura.example";
  const asked = await data(
    url,
    "mutation($email: String!) { validarEmail(email: $email) { ... on CodigoEnviado { desafio } } }",
    { email },
  );
  const codigo = await newestCode(join(folder, "outbox"), 0);
  const coded = await data(
    url,
    "mutation($desafio: String!, $codigo: String!) { validarCodigo(desafio: $desafio, codigo: $codigo) { ... on CodigoAceito { desafio } } }",
    { desafio: asked.validarEmail.desafio, codigo },
  );
  const entered = await data(
    url,
    "mutation($desafio: String!, $senha: String!) { entrar(desafio: $desafio, senha: $senha) { ... on Sessao { token } } }",
    { desafio: coded.validarCodigo.desafio, senha: "Demo@2026" },
  );
  return entered.entrar.token;
}

/** Opens a claim for one of the insured. */
async function open(router, session, nodes) {
  for (const { segurado } of nodes) {
    const query = `query($cpfCnpj: CpfCnpj!) { procedimentos { id valorReferencia }
      segurado(cpfCnpj: $cpfCnpj) { apolices { numero vigente codigoSeguradora pets { id } } } }`;
    const found = await data(router, query, { cpfCnpj: segurado.cpfCnpj }, session);
    const apolice = found.segurado.apolices.find(({ vigente, pets }) => vigente && pets.length > 0);
    if (!apolice) continue;
    const [{ id, valorReferencia }] = found.procedimentos;
    const input = {
      chave: randomUUID(),
      cpfCnpj: segurado.cpfCnpj,
      apolice: apolice.numero,
      pet: apolice.pets[0].id,
      seguradora: apolice.codigoSeguradora,
      ocorridoEm: new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" }).format(new Date()),
      procedimentos: [{ procedimento: id, quantidade: 1, valor: valorReferencia }],
    };
    const save = `mutation($input: NovoAcionamento!) { abrirAcionamento(input: $input) {
      __typename ... on Recusa { mensagem } ... on AcionamentoSalvo { acionamento { seguradora { contato } } } } }`;
    const { abrirAcionamento } = await data(router, save, { input }, session);
    const contato = `contato-${apolice.codigoSeguradora}@seguradoras.example`;
    assert.equal(abrirAcionamento.acionamento?.seguradora.contato, contato, JSON.stringify(abrirAcionamento));
    return;
  }
  assert.fail("no insured of the demo data has a policy that is valid today");
}

/** The files of docs/tools.md's section on federation. */
const page = resolve(import.meta.dirname, "../../../docs/tools/federation");

/** A graph of another team: it knows insurers, insured and claims by their keys only. */
const contracts = await readFile(join(page, "contratos.graphql"), "utf8");

async function serveContracts(contratos, port = 0) {
  const contato = ({ id }) => `contato-${id}@seguradoras.example`;
  const schema = buildSubgraphSchema({
    typeDefs: parse(contracts),
    resolvers: {
      Query: { contratos: () => contratos },
      Seguradora: {
        __resolveReference: (reference) => reference,
        contato,
        saudacao: ({ nome }) => `Prezada ${nome}`,
      },
    },
  });
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { query, variables, operationName } = JSON.parse(Buffer.concat(chunks));
    const answer = await graphql({ schema, source: query, variableValues: variables, operationName });
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  const stop = async () => {
    const closed = new Promise((end) => server.close(end));
    server.closeAllConnections();
    await closed;
  };
  ends.unshift(stop);
  return { other: `http://127.0.0.1:${server.address().port}/graphql`, stopOther: stop };
}

/** Composes the subgraphs as the page says, and by another implementation; returns the supergraph. */
async function compose(subgraphs) {
  const parsed = subgraphs.map(({ sdl, ...rest }) => ({ ...rest, typeDefs: parse(sdl) }));
  const { errors } = load("@apollo/composition").composeServices(parsed);
  assert.equal(errors, undefined, `${errors}`);
  // It finds its packages beside itself.
  await cp(join(page, "compose.mjs"), join(modules, "compose.mjs"));
  const named = subgraphs.map(async ({ name, url, sdl }) => {
    await writeFile(join(folder, `${name}.graphql`), sdl);
    return `${name}=${url}=${join(folder, `${name}.graphql`)}`;
  });
  const composed = await promisify(execFile)(process.execPath, [join(modules, "compose.mjs"), ...(await Promise.all(named))]);
  return composed.stdout;
}

/** A router in front of the subgraphs. */
async function startRouter(supergraph) {
  const file = (name) => join(folder, name);
  await writeFile(file("supergraph.graphql"), supergraph);
  await cp(join(page, "gateway.config.mjs"), file("gateway.config.mjs"));
  const port = await freePort();
  const options = ["supergraph", file("supergraph.graphql"), "-c", file("gateway.config.mjs"), "-p", String(port), "-h", "127.0.0.1"];
  await start(join(modules, "node_modules/.bin/hive-gateway"), options, /listening|Listening/i, {
    env: { ...process.env, FEDERATION_KEY: key },
    cwd: modules,
  });
  return `http://127.0.0.1:${port}/graphql`;
}

async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

/** The events of a subscription. */
async function* events(url, query, headers) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", ...headers },
    body: JSON.stringify({ query }),
  });
  assert.equal(response.status, 200);
  let text = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const found = /^event: next\ndata: (.*)/m.exec(block);
      if (found) yield JSON.parse(found[1]);
    }
  }
}

async function run() {
  const options = ["--listen", "127.0.0.1:0", "--data-dir", folder, "--log", "warn", "--live-interval", "1s"];
  // As in production: only the router sends documents of its own.
  const { match, stop: stopOwn } = await start(program, [...options, "--documents", "trusted-or-tool"], /Grafo +(http\S+)\n/, {
    env: { ...process.env, GATEWAY_FEDERATION_KEY: key },
  });
  const [, own] = match;
  const byRouter = { "x-federation-key": key };
  const { _service } = await data(own, "{ _service { sdl } }", {}, byRouter);
  const refused = await post(own, "{ _service { sdl } }", {}, { "x-federation-key": "outra" });
  assert.equal(refused.errors[0].extensions.code, "UNKNOWN_KEY");

  const contratos = [];
  const { other, stopOther } = await serveContracts(contratos);
  const subgraphs = [
    { name: "clinica", url: own, sdl: _service.sdl },
    { name: "contratos", url: other, sdl: contracts },
  ];
  const router = await startRouter(await compose(subgraphs));
  console.log("composed, and served by a router");

  const session = { authorization: `Bearer ${await login(router)}` };
  const list = `{ acionamentos(filtro: { status: "EM_ANALISE" }, first: 40) { nodes {
    sinistro segurado { cpfCnpj nome } seguradora { id nome contato saudacao } } } }`;
  const { nodes } = (await data(router, list, {}, session)).acionamentos;
  assert.ok(nodes.length > 5, `${nodes.length}`);
  for (const { seguradora } of nodes) {
    assert.equal(seguradora.contato, `contato-${seguradora.id}@seguradoras.example`);
    assert.equal(seguradora.saudacao, `Prezada ${seguradora.nome}`);
  }
  console.log("a field of the other graph, below a list of this one");

  for (const { seguradora, sinistro, segurado } of nodes) {
    contratos.push({ seguradora: { id: seguradora.id }, exemplo: { sinistro }, titular: { cpfCnpj: segurado.cpfCnpj } });
  }
  const back = `{ contratos { seguradora { nome ativa contato }
    exemplo { sinistro status { descricao } seguradora { contato } } titular { nome email } } }`;
  const found = (await data(router, back, {}, session)).contratos;
  found.forEach(({ seguradora, exemplo, titular }, at) => {
    assert.deepEqual([seguradora.nome, seguradora.contato], [nodes[at].seguradora.nome, nodes[at].seguradora.contato]);
    assert.equal(typeof seguradora.ativa, "boolean");
    assert.deepEqual([exemplo.sinistro, exemplo.seguradora.contato], [nodes[at].sinistro, seguradora.contato]);
    assert.equal(titular.nome, nodes[at].segurado.nome);
  });
  console.log("fields of this graph, by keys of the other one");

  contratos.push({ seguradora: { id: "999" }, titular: { cpfCnpj: "11111111111" } });
  const partial = await post(router, "{ contratos { seguradora { contato } titular { nome } } }", {}, session);
  assert.deepEqual(partial.data.contratos.pop(), { seguradora: { contato: "contato-999@seguradoras.example" }, titular: null });
  assert.ok(partial.data.contratos.every(({ titular }) => titular.nome));
  const [{ path, extensions }] = partial.errors;
  assert.deepEqual([partial.errors.length, path[1], extensions.code], [1, nodes.length, "BAD_USER_INPUT"]);
  console.log("one that fails is null, and the others are found");

  const ended = await post(router, back, {}, { authorization: "Bearer ninguem" });
  assert.equal(ended.errors[0].extensions.code, "UNAUTHENTICATED", JSON.stringify(ended));

  const stream = events(router, "subscription { painel { abertosHoje { quantidade } } }", session);
  const today = async () => (await stream.next()).value.data.painel.abertosHoje.quantidade;
  const before = await today();
  await open(router, session, nodes);
  assert.equal(await today(), before + 1);
  await stream.return();
  console.log("a subscription, and a save that it tells of");

  await stopOther();
  const rest = (await post(router, list, {}, session)).data.acionamentos.nodes;
  const { seguradora } = rest.find(({ sinistro }) => sinistro === nodes[0].sinistro);
  assert.deepEqual(seguradora, { ...nodes[0].seguradora, contato: null, saudacao: null });
  console.log("without the other graph: the list, and null for its fields");

  await serveContracts(contratos, new URL(other).port);
  await stopOwn();
  const alone = await post(router, "{ contratos { seguradora { contato } titular { cpfCnpj } } }", {}, session);
  assert.ok(alone.data.contratos[0].seguradora.contato && alone.data.contratos[0].titular.cpfCnpj, JSON.stringify(alone));
  const lost = await post(router, "{ contratos { seguradora { nome contato } } }", {}, session);
  assert.deepEqual(lost.data.contratos[0], { seguradora: null });
  console.log("without this graph: what needs none of its fields");
}

const limit = setTimeout(() => {
  console.error("federation: too slow");
  process.exit(1);
}, 120_000);
try {
  await run();
  console.log("federation: ok");
} finally {
  clearTimeout(limit);
  for (const end of ends) await end();
}
