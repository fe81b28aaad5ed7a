import { expect } from "@playwright/test";
import { serverAudits } from "graphql-http";
import { startGateway, test, TOOL_KEY } from "./gateway.ts";

/** Failed audits. */
async function failures(fetchFn: typeof fetch, url: string): Promise<string[]> {
  const results = await Promise.all(serverAudits({ url: `${url}/graphql`, fetchFn }).map(({ fn }) => fn()));
  expect(results.length).toBeGreaterThan(60);
  return results.filter(({ status }) => status !== "ok").map(({ status, id, name }) => `${status} ${id} ${name}`);
}

const withKey: typeof fetch = (input, init) =>
  fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), "x-tool-key": TOOL_KEY } });

/** The audits of the GraphQL over HTTP specification. */
test("every audit of graphql-http passes", async () => {
  const gateway = await startGateway(["--documents", "open", "--demo", "false"]);
  try {
    expect(await failures(fetch, gateway.url)).toEqual([]);
  } finally {
    await gateway.stop();
  }
});

test("every audit passes with trusted documents, with and without a tool key", async ({ gateway }) => {
  expect(await failures(withKey, gateway.url)).toEqual([]);
  expect(await failures(fetch, gateway.url)).toEqual([]);
});
