// Random documents and some fixed ones: the gateway refuses exactly those that graphql-js refuses. RANDOM_DOCUMENTS=16000 sends
// more.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as fc from "fast-check";
import { buildSchema, parse, validate } from "graphql";
import { startGateway } from "./gateway.mjs";
import { mutated, randomDocument } from "./random_documents.mjs";

const DOCUMENTS = Number(process.env.RANDOM_DOCUMENTS ?? 2000);

/** Why the gateway may refuse what graphql-js takes: values of the graph's scalars; a rule of the specification of 2025. */
const OWN_RULES = /^(CpfCnpj|Date|DateTime|Decimal): |^the root field of a subscription has no @skip or @include$/;

/** What hardly any random document has. */
const PAGE = 'acionamentos(filtro: { status: "A" }';
const FIXED = [
  "query A { __typename } query B { nada }",
  "query A { __typename } query A { __typename }",
  "{ __typename } query A { __typename }",
  "{ seguradoras }",
  "{ seguradoras { __schema { queryType { name } } } }",
  '{ __schema { types { name fields(includeDeprecated: true) { name } } } __type(name: "Query") { name } }',
  '{ __type(name: "FiltroAcionamentos") { isOneOf inputFields { name isDeprecated deprecationReason } } }',
  '{ __type(name: "Query") { isOneOf @x } }',
  '{ __type(name: "Query") { isOneOf(a: 1) } }',
  '{ __type(name: "Query") { isOneOf { a } } }',
  "{ seguradoras { nome { a } } }",
  "{ __typename { a } }",
  '{ reabertura(sinistro: "1") { mensagem } }',
  "mutation { __schema { queryType { name } } }",
  "{ x: __typename ... on Query { x: menu { id } } }",
  `{ ${PAGE}, first: 1) { totalCount } ... { ${PAGE}) { totalCount } } }`,
  `{ ...G ...F } fragment F on Query { ${PAGE}, first: 2) { totalCount } }
    fragment G on Query { ${PAGE}) { totalCount } }`,
  `query($n: Int, $m: Int) { ${PAGE}, first: $n) { totalCount } ... on Query { ${PAGE}, first: $m) { totalCount } } }`,
  `query($n: Int) { ${PAGE}, first: $n) { totalCount } ...F }
    fragment F on Query { ${PAGE}, first: $n) { valorTotal } }`,
  "{ seguradoras { x: nome } ... on Query { ... { seguradoras { ... on Seguradora { x: cnpj } } } } }",
  '{ reabertura(sinistro: "1") { ... on Recusa { x: mensagem } ... on Acionamento { x: autorizacao } } }',
  '{ reabertura(sinistro: "1") { ... on Recusa { x: mensagem } ... on Acionamento { x: sinistro } } }',
  "{ totaisPorStatus { mes } }",
  "{ totaisPorStatus(ano: 2020, nada: 1) { mes } }",
  "{ totaisPorStatus(ano: 2020, ano: 2020) { mes } }",
  "{ __typename(a: 1) }",
  '{ __type(nam: "Query") { name } }',
  "{ ...F }",
  "{ ...F } fragment F on Query { __typename } fragment F on Query { __typename }",
  "{ __typename } fragment F on Query { __typename }",
  "{ __typename } fragment F on Query { segurad { x } }",
  "{ ...F } fragment F on FiltroAcionamentos { __typename }",
  "{ ... on Nada { __typename } }",
  "{ ... on Segurado { __typename } }",
  `{ ${PAGE}, first: 2147483648) { totalCount } }`,
  `{ ${PAGE}, first: 2147483647) { totalCount } a: ${PAGE}, first: -0) { totalCount } }`,
  `{ ${PAGE}, first: null, ordem: VALOR_ASC) { totalCount } }`,
  `{ ${PAGE}, ordem: "VALOR_ASC") { totalCount } }`,
  '{ acionamentos(filtro: { status: ["A"] }) { totalCount } }',
  "{ acionamentos(filtro: { nada: 1 }) { totalCount } }",
  "{ acionamentos(filtro: { statusEm: [123456789012345678901234567890, -9223372036854775809] }) { totalCount } }",
  '{ acionamentos(filtro: { status: "A", status: "A" }) { totalCount } }',
  '{ acionamentos(filtro: { seguradoraStatus: { status: "A" } }) { totalCount } }',
  "{ acionamentos(filtro: { statusEm: [null] }) { totalCount } }",
  `query($n: Int = "7") { ${PAGE}, first: $n) { totalCount } }`,
  "query($f: FiltroAcionamentos! = { status: 1, status: 2 }) { acionamentos(filtro: $f) { totalCount } }",
  "query($f: FiltroAcionamentos! = { status: 7 }) { acionamentos(filtro: $f) { totalCount } }",
  "{ __typename @nada }",
  "{ __typename @include }",
  '{ __typename @include(if: "x") }',
  "{ __typename @include(if: true) @include(if: true) }",
  "query @skip(if: true) { __typename }",
  "query($v: Boolean! @skip(if: true)) { __typename @skip(if: $v) }",
  "query($n: Int) { __typename }",
  "query($c: String!) { segurado(cpfCnpj: $c) { nome } }",
  "query($s: ID!) { acionamentos(filtro: { status: $s, statusEm: [$s] }) { totalCount } }",
  `query($n: Int, $n: Int) { ${PAGE}, first: $n) { totalCount } }`,
  `query($n: Segurado) { ${PAGE}, first: $n) { totalCount } }`,
  `query A { ...F } query B($n: Int) { ...F } fragment F on Query { ${PAGE}, first: $n) { totalCount } }`,
  "query($n: Int = null) { totaisPorStatus(ano: $n) { mes } }",
  "query($n: Int = 2020) { totaisPorStatus(ano: $n) { mes } }",
  "query($v: Boolean) { ...F } fragment F on Query { __typename @skip(if: $v) }",
  `mutation($p: [ProcedimentoInput]!) { reabrirAcionamento(input: { chave: 1, sinistro: "1", observacao: "x",
    procedimentos: $p }) { __typename } }`,
];

const schema = buildSchema(readFileSync(new URL("../../../schema.graphql", import.meta.url), "utf8"));

/** Why graphql-js refuses a document. */
function refusalOf(text) {
  try {
    return validate(schema, parse(text))[0]?.message;
  } catch (error) {
    // A syntax error; or a fragment that spreads itself, which ends its stack.
    return String(error);
  }
}

test("documents are valid for the gateway exactly if they are for graphql-js", async () => {
  const gateway = await startGateway(["--documents", "open", "--demo", "false"]);
  const verdicts = { valid: 0, invalid: 0 };
  const agree = async (text) => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ query: text }),
    });
    const { errors = [] } = await response.json();
    const codes = errors.map(({ extensions }) => extensions.code);
    if (codes.includes("QUERY_TOO_COMPLEX")) return;
    const refusal = errors.find(({ extensions: { code } }) => code.startsWith("GRAPHQL_"));
    const ours = refusal && (refusal.extensions.detail ?? refusal.message);
    if (ours !== undefined && OWN_RULES.test(ours)) return;
    const theirs = refusalOf(text);
    assert.equal(ours === undefined, theirs === undefined, JSON.stringify({ text, ours, theirs }));
    verdicts[ours === undefined ? "valid" : "invalid"]++;
  };
  try {
    for (const text of FIXED) await agree(text);
    await fc.assert(
      fc.asyncProperty(fc.gen(), fc.boolean(), async (draw, isMutated) => {
        const document = randomDocument(draw, schema);
        await agree(isMutated ? mutated(draw, document) : document);
      }),
      { numRuns: DOCUMENTS, seed: 18, endOnFailure: true },
    );
  } finally {
    await gateway.stop();
  }
  // Enough of either for the comparison to mean something.
  assert.ok(Math.min(verdicts.valid, verdicts.invalid) > DOCUMENTS / 10, JSON.stringify(verdicts));
});
