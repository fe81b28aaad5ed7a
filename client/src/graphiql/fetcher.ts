import { createGraphiQLFetcher, type Fetcher } from "@graphiql/toolkit";
import { knownSession } from "../session.ts";

const { host, protocol } = window.location;

const send = createGraphiQLFetcher({
  url: "/graphql",
  subscriptionUrl: `${protocol === "https:" ? "wss" : "ws"}://${host}/graphql`,
  enableIncrementalDelivery: false,
});

/** Sends an operation with the portal's session, of this tab or another, unless the headers tab has another token. */
export const fetcher: Fetcher = async (operation, options) => {
  const headers = { ...options?.headers };
  const session = await knownSession();
  const hasToken = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  if (session && !hasToken) headers["Authorization"] = `Bearer ${session.dsToken}`;
  return send(operation, { ...options, headers });
};
