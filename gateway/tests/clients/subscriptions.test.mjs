// Clients of the transports of subscriptions: each event arrives before the next one is produced. Python's gql: make gql.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import {
  ApolloClient,
  CombinedGraphQLErrors,
  CombinedProtocolErrors,
  gql,
  HttpLink,
  InMemoryCache,
} from "@apollo/client";
import { createClient as createSseClient } from "graphql-sse";
import { createClient as createWsClient } from "graphql-ws";
import { WebSocket } from "ws";
import { eventually, startGateway } from "./gateway.mjs";

const SUBSCRIPTION = "subscription { painel { abertosHoje { quantidade } } }";
const QUERY = SUBSCRIPTION.replace("subscription", "query");
const FAILING = "subscription { painel { nada } }";
const REFUSED = "GRAPHQL_VALIDATION_FAILED";
const AUTHORIZATION = "Bearer ana";

/** A gateway in front of services whose only figure the test sets, and which may lose the session. */
async function startSite(t) {
  const services = { figure: 0, hasSession: true };
  const server = createServer((_, response) => {
    response.statusCode = services.hasSession ? 200 : 401;
    response.end(JSON.stringify({ status: 1, messages: "", data: { qtTotal: services.figure, vlTotal: 1 } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const upstream = ["--upstream-url", `http://127.0.0.1:${server.address().port}`, "--api-key", "chave"];
  const { url, stop } = await startGateway(["--documents", "open", ...upstream, "--live-interval", "50ms"]);
  t.after(async () => {
    await stop();
    server.close();
  });
  return { url, services, stop };
}

const event = (quantidade) => ({ painel: { abertosHoje: { quantidade } } });

/** Collects what a subscription delivers, until it ends. */
class Received {
  values = [];
  end;

  sink = {
    next: (value) => void this.values.push(value),
    error: (error) => void (this.end = { error }),
    complete: () => void (this.end = "complete"),
  };
}

/** Each of the clients gets each figure. */
async function follow(site, clients, wrap) {
  for (let figure = 0; figure < 5; figure++) {
    site.services.figure = figure;
    for (const received of clients) {
      await eventually(() => received.values.length > figure);
      assert.deepEqual(received.values.slice(figure), [wrap(event(figure))]);
    }
  }
}

function apollo(site) {
  const link = new HttpLink({ uri: `${site.url}/graphql`, headers: { authorization: AUTHORIZATION } });
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

/** Apollo Client asks for the type of every object. */
function withTypeNames({ painel }) {
  return { painel: { __typename: "Painel", abertosHoje: { __typename: "Total", ...painel.abertosHoje } } };
}

test("Apollo Client follows a subscription by multipart, and reads why it ends or is refused", async (t) => {
  const site = await startSite(t);
  const [received, refused] = [new Received(), new Received()];
  apollo(site)
    .subscribe({ query: gql(FAILING) })
    .subscribe(refused.sink);
  assert.equal(await eventually(() => refused.end), "complete");
  assert.ok(CombinedGraphQLErrors.is(refused.values[0].error));
  assert.equal(refused.values[0].error.errors[0].extensions.code, REFUSED);

  apollo(site)
    .subscribe({ query: gql(SUBSCRIPTION), fetchPolicy: "no-cache" })
    .subscribe(received.sink);
  await follow(site, [received], (data) => ({ data: withTypeNames(data) }));
  site.services.hasSession = false;
  assert.equal(await eventually(() => received.end), "complete");
  const { error } = received.values.at(-1);
  assert.ok(CombinedProtocolErrors.is(error));
  assert.equal(error.errors[0].extensions.code, "UNAUTHENTICATED");
});

test("Apollo Client reads the end of a gateway that stops", async (t) => {
  const site = await startSite(t);
  const received = new Received();
  apollo(site)
    .subscribe({ query: gql(SUBSCRIPTION), fetchPolicy: "no-cache" })
    .subscribe(received.sink);
  await eventually(() => received.values.length === 1);
  await site.stop();
  // An end without an error is the sign to come back.
  assert.equal(await eventually(() => received.end), "complete");
  assert.equal(received.values.length, 1);
});

test("graphql-sse follows a subscription, and asks queries", async (t) => {
  const site = await startSite(t);
  const headers = { authorization: AUTHORIZATION };
  const client = createSseClient({ url: `${site.url}/graphql`, headers, retryAttempts: 0 });
  const received = new Received();
  client.subscribe({ query: SUBSCRIPTION }, received.sink);
  await follow(site, [received], (data) => ({ data }));
  const query = client.iterate({ query: QUERY });
  assert.deepEqual(await query.next(), { done: false, value: { data: event(4) } });
  assert.equal((await query.next()).done, true);
  const refused = client.iterate({ query: FAILING });
  assert.equal((await refused.next()).value.errors[0].extensions.code, REFUSED);
  assert.equal((await refused.next()).done, true);
  // Without `complete` the client knows that there is more, and would try again.
  await site.stop();
  assert.equal((await eventually(() => received.end)).error.name, "NetworkError");
});

test("graphql-ws follows subscriptions side by side, and asks queries", async (t) => {
  const site = await startSite(t);
  const closed = [];
  const client = createWsClient({
    url: `${site.url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: AUTHORIZATION },
    retryAttempts: 0,
    lazy: true,
    on: { closed: ({ code }) => void closed.push(code) },
  });
  const [received, other] = [new Received(), new Received()];
  client.subscribe({ query: SUBSCRIPTION }, received.sink);
  const leave = client.subscribe({ query: SUBSCRIPTION }, other.sink);
  await follow(site, [received, other], (data) => ({ data }));
  leave();
  assert.equal(await eventually(() => other.end), "complete");
  const query = client.iterate({ query: QUERY });
  assert.deepEqual(await query.next(), { done: false, value: { data: event(4) } });
  assert.equal((await query.next()).done, true);
  await assert.rejects(client.iterate({ query: FAILING }).next(), ([error]) => error.extensions.code === REFUSED);
  await site.stop();
  assert.deepEqual(await eventually(() => closed.length > 0 && closed), [1012]);
});
