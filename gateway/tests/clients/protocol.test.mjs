// The audits of the GraphQL over HTTP specification, by graphql-http.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serverAudits } from "graphql-http";
import { startGateway, startGatewayWithTool, TOOL_KEY } from "./gateway.mjs";

/**
 * graphql-http 1.23.1 audits 400 where GraphQL over HTTP of September 2026 has 422: a document that is not valid, variables
 * that are not, and a request without a document.
 */
const OUTDATED = new Set(["74FF", "86EE", "423L"]);

/** Failed audits. */
async function failures(url, headers = {}) {
  const fetchFn = (input, init) => fetch(input, { ...init, headers: { ...init?.headers, ...headers } });
  const results = await Promise.all(serverAudits({ url: `${url}/graphql`, fetchFn }).map(({ fn }) => fn()));
  assert.ok(results.length > 60);
  return results.filter(({ status, id }) => status !== "ok" && !OUTDATED.has(id)).map(({ status, id, name }) => `${status} ${id} ${name}`);
}

test("every audit of graphql-http passes but the outdated ones", async (t) => {
  const gateway = await startGateway(["--documents", "open", "--demo", "false"]);
  t.after(gateway.stop);
  assert.deepEqual(await failures(gateway.url), []);
});

test("every audit passes with trusted documents, with and without a tool key", async (t) => {
  const gateway = await startGatewayWithTool();
  t.after(gateway.stop);
  assert.deepEqual(await failures(gateway.url, { "x-tool-key": TOOL_KEY }), []);
  assert.deepEqual(await failures(gateway.url), []);
});
