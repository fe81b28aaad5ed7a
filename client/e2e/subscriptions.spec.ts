import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  ApolloClient,
  CombinedGraphQLErrors,
  CombinedProtocolErrors,
  gql,
  HttpLink,
  InMemoryCache,
} from "@apollo/client";
import { expect } from "@playwright/test";
import { createClient as createSseClient } from "graphql-sse";
import { createClient as createWsClient } from "graphql-ws";
import { WebSocket } from "ws";
import { startGateway, test as base } from "./gateway.ts";

/** Services whose only figure the test sets. */
interface Services {
  figure: number;
  /** Whether they know the session. */
  hasSession: boolean;
}

interface Site {
  readonly url: string;
  readonly services: Services;
  readonly stop: () => Promise<void>;
}

const SUBSCRIPTION = "subscription { painel { abertosHoje { quantidade } } }";
const FAILING = "subscription { painel { nada } }";
const AUTHORIZATION = "Bearer ana";

const test = base.extend<{ site: Site }>({
  site: async ({}, provide) => {
    const services: Services = { figure: 0, hasSession: true };
    const server = createServer((_, response) => {
      response.statusCode = services.hasSession ? 200 : 401;
      response.end(JSON.stringify({ status: 1, messages: "", data: { qtTotal: services.figure, vlTotal: 1 } }));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const options = [
      "--upstream-url",
      upstream,
      "--api-key",
      "chave",
      "--live-interval",
      "50ms",
      "--drain-timeout",
      "5s",
    ];
    const { url, stop } = await startGateway(["--documents", "open", ...options]);
    let stopped: Promise<void> | undefined;
    await provide({ url, services, stop: () => (stopped ??= stop()) });
    await (stopped ?? stop());
    server.close();
  },
});

const event = (quantidade: number) => ({ painel: { abertosHoje: { quantidade } } });

/** Collects what a subscription delivers, until it ends. */
class Received<T> {
  readonly values: T[] = [];
  end: "complete" | { error: unknown } | undefined;

  readonly sink = {
    next: (value: T) => void this.values.push(value),
    error: (error: unknown) => void (this.end = { error }),
    complete: () => void (this.end = "complete"),
  };
}

/** Each event arrives before the next one is produced. */
async function follows(site: Site, received: Received<unknown>, wrap: (data: unknown) => unknown): Promise<void> {
  for (let figure = 0; figure < 5; figure++) {
    site.services.figure = figure;
    await expect.poll(() => received.values).toHaveLength(figure + 1);
    expect(received.values[figure]).toEqual(wrap(event(figure)));
  }
}

function apollo(site: Site): ApolloClient {
  const link = new HttpLink({ uri: `${site.url}/graphql`, headers: { authorization: AUTHORIZATION } });
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

test("Apollo Client follows a subscription by multipart", async ({ site }) => {
  const received = new Received<unknown>();
  apollo(site)
    .subscribe({ query: gql(SUBSCRIPTION), fetchPolicy: "no-cache" })
    .subscribe(received.sink);
  await follows(site, received, (data) => ({ data: withTypeNames(data) }));
  site.services.hasSession = false;
  await expect.poll(() => received.end).toBe("complete");
  const { error } = received.values.at(-1) as { error: unknown };
  expect(CombinedProtocolErrors.is(error) && error.errors[0]?.extensions?.["code"]).toBe("UNAUTHENTICATED");
});

test("Apollo Client reads a refused subscription and the end of a gateway that stops", async ({ site }) => {
  const refused = new Received<unknown>();
  apollo(site)
    .subscribe({ query: gql(FAILING) })
    .subscribe(refused.sink);
  await expect.poll(() => refused.end).toBe("complete");
  const { error } = refused.values[0] as { error: unknown };
  expect(CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.["code"]).toBe("GRAPHQL_VALIDATION_FAILED");
  const received = new Received<unknown>();
  apollo(site)
    .subscribe({ query: gql(SUBSCRIPTION), fetchPolicy: "no-cache" })
    .subscribe(received.sink);
  await expect.poll(() => received.values).toHaveLength(1);
  await site.stop();
  // An end without an error is the sign to come back.
  await expect.poll(() => received.end).toBe("complete");
  expect(received.values).toHaveLength(1);
});

test("graphql-sse follows a subscription, and asks queries", async ({ site }) => {
  const client = createSseClient({
    url: `${site.url}/graphql`,
    headers: { authorization: AUTHORIZATION },
    retryAttempts: 0,
  });
  const received = new Received<unknown>();
  client.subscribe({ query: SUBSCRIPTION }, received.sink);
  await follows(site, received, (data) => ({ data }));
  const query = client.iterate({ query: SUBSCRIPTION.replace("subscription", "query") });
  expect(await query.next()).toEqual({ done: false, value: { data: event(4) } });
  expect((await query.next()).done).toBe(true);
  const refused = client.iterate({ query: FAILING });
  const { value } = await refused.next();
  expect(value).toMatchObject({ errors: [{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }] });
  expect((await refused.next()).done).toBe(true);
  // Without `complete` the client knows that there is more, and would try again.
  await site.stop();
  await expect.poll(() => received.end).toMatchObject({ error: { name: "NetworkError" } });
});

test("graphql-ws follows subscriptions side by side, and asks queries", async ({ site }) => {
  const closed: unknown[] = [];
  const client = createWsClient({
    url: `${site.url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: AUTHORIZATION },
    retryAttempts: 0,
    lazy: true,
    on: { closed: (close) => void closed.push((close as { code: number }).code) },
  });
  const [received, other] = [new Received<unknown>(), new Received<unknown>()];
  client.subscribe({ query: SUBSCRIPTION }, received.sink);
  const leave = client.subscribe({ query: SUBSCRIPTION }, other.sink);
  await follows(site, received, (data) => ({ data }));
  expect(other.values).toEqual(received.values);
  leave();
  await expect.poll(() => other.end).toBe("complete");
  const query = client.iterate({ query: SUBSCRIPTION.replace("subscription", "query") });
  expect(await query.next()).toEqual({ done: false, value: { data: event(4) } });
  expect((await query.next()).done).toBe(true);
  await expect(client.iterate({ query: FAILING }).next()).rejects.toMatchObject([
    { extensions: { code: "GRAPHQL_VALIDATION_FAILED" } },
  ]);
  await site.stop();
  await expect.poll(() => closed).toEqual([1012]);
});

/** Apollo Client asks for the type of every object. */
function withTypeNames(data: unknown): unknown {
  const { painel } = data as ReturnType<typeof event>;
  return { painel: { __typename: "Painel", abertosHoje: { __typename: "Total", ...painel.abertosHoje } } };
}
