import { test as base } from "@playwright/test";
import { type Gateway, START_LIMIT, startGatewayWithTool } from "../../gateway/tests/clients/gateway.mjs";

/**
 * A real gateway, shared by the tests of a worker. A running one is used instead if BASE_URL and OUTBOX are set; its demo data
 * should be fresh, because the tests reopen a claim, which works only once.
 */
export const test = base.extend<object, { gateway: Gateway }>({
  gateway: [
    async ({}, provide) => {
      const url = process.env["BASE_URL"];
      if (url) {
        const outbox = process.env["OUTBOX"];
        if (!outbox) throw new Error("BASE_URL também pede OUTBOX: a pasta onde os serviços põem as mensagens.");
        await provide({ url: url.replace(/\/$/, ""), outbox });
        return;
      }
      const started = await startGatewayWithTool();
      await provide(started);
      await started.stop();
    },
    { scope: "worker", timeout: START_LIMIT + 30_000 },
  ],
  baseURL: async ({ gateway }, provide) => provide(gateway.url),
});
