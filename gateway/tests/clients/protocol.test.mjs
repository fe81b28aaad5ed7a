// The audits of the GraphQL over HTTP specification, by graphql-http.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serverAudits } from "graphql-http";
import { startGateway, startGatewayWithTool, TOOL_KEY } from "./gateway.mjs";

/** Failed audits. */
async function failures(url, headers = {}) {
  const fetchFn = (input, init) => fetch(input, { ...init, headers: { ...init?.headers, ...headers } });
  const results = await Promise.all(serverAudits({ url: `${url}/graphql`, fetchFn }).map(({ fn }) => fn()));
  assert.ok(results.length > 60);
  return results.filter(({ status }) => status !== "ok").map(({ status, id, name }) => `${status} ${id} ${name}`);
}

test("every audit of graphql-http passes", async (t) => {
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
