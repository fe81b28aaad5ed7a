import { expect } from "@playwright/test";
import { serverAudits } from "graphql-http";
import { startGateway, test } from "./gateway.ts";

const KEY = "chave-de-ferramenta-dos-testes-de-ponta-a-ponta";

/** What the audits are not content with, if anything. */
async function failures(fetchFn: typeof fetch, url: string): Promise<string[]> {
  const results = await Promise.all(serverAudits({ url: `${url}/graphql`, fetchFn }).map(({ fn }) => fn()));
  expect(results.length).toBeGreaterThan(60);
  return results.filter(({ status }) => status !== "ok").map(({ status, id, name }) => `${status} ${id} ${name}`);
}

/** GraphQL over HTTP, as the authors of its specification check it. */
test("every audit of graphql-http passes", async ({ gateway }) => {
  expect(await failures(fetch, gateway.url)).toEqual([]);
});

test("every audit passes where documents must be known, with a tool key and without", async () => {
  const gateway = await startGateway(["--documents", "trusted-or-token", "--tool-keys", KEY, "--demo", "false"]);
  try {
    const withKey: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), "x-tool-key": KEY } });
    expect(await failures(withKey, gateway.url)).toEqual([]);
    expect(await failures(fetch, gateway.url)).toEqual([]);
  } finally {
    await gateway.stop();
  }
});
