// Random documents: the gateway refuses exactly those that graphql-js refuses. RANDOM_DOCUMENTS=16000 sends more.
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

test("random documents are valid for the gateway exactly if they are for graphql-js", async () => {
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
