import { once } from "node:events";
import { createServer, request } from "node:http";
import { text } from "node:stream/consumers";

/** Faults that cost no time. Beside them there is "a stream falls silent". */
const FAST = [
  "a proxy answers with an error of its own",
  "a proxy answers with a page",
  "a field fails",
  "the result of a save is lost",
  "the gateway is busy after a lost save",
  "a stream is cut",
  "an event has errors",
];

const FAILED_FIELD = JSON.stringify({
  data: { procedimentos: null },
  errors: [{ message: "…", path: ["procedimentos"], extensions: { code: "UPSTREAM_UNAVAILABLE", retryAfter: 1 } }],
});

const BUSY = JSON.stringify({ errors: [{ message: "…", extensions: { code: "TOO_MANY_REQUESTS", retryAfter: 1 } }] });

/** What proxies answer in place of a gateway that is slow or gone. */
const PROXY_ERROR = '{"message": "Endpoint request timed out"}';
const PROXY_PAGE = "<html><body><h1>502 Bad Gateway</h1></body></html>";

const FAILED_EVENT = `event: next
data: ${JSON.stringify({
  data: { acionamentos: null },
  errors: [{ message: "…", path: ["acionamentos"], extensions: { code: "UPSTREAM_UNAVAILABLE" } }],
})}

`;

/** A proxy in front of a gateway with faults that a client has to survive, each once. */
export async function startFaultyProxy(target, faults = FAST) {
  const left = new Set(faults);
  const server = createServer((incoming, outgoing) => {
    forward(target, left, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    left,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function forward(target, left, incoming, outgoing) {
  const body = await text(incoming);
  // What repeats the save must neither give up nor forget it.
  const wasLost = body.includes('"chave"') && !left.has("the result of a save is lost");
  if (wasLost && left.delete("the gateway is busy after a lost save")) {
    outgoing.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
    outgoing.end(BUSY);
    return;
  }
  const { host: _host, "accept-encoding": _accepted, ...headers } = incoming.headers;
  const upstream = request(`${target}${incoming.url}`, { method: incoming.method, headers });
  upstream.end(body);
  const [response] = await once(upstream, "response");
  outgoing.once("close", () => upstream.destroy());
  if (response.headers["content-type"]?.startsWith("text/event-stream")) {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    let sent = "";
    // The stream after the one that is cut.
    if (!left.has("a stream is cut") && left.delete("an event has errors")) outgoing.write(FAILED_EVENT);
    for await (const chunk of response) {
      outgoing.write(chunk);
      sent += String(chunk);
      if (!/^event: next\n.*\n\n/m.test(sent)) continue;
      if (left.delete("a stream is cut")) break;
      // The connection stays, as where a machine between the two has lost it.
      if (left.delete("a stream falls silent")) return;
    }
    outgoing.end();
    return;
  }
  const answer = await text(response);
  const isOf = (field) => answer.startsWith(`{"data":{"${field}":`);
  // The save is done, and its response is lost.
  if (answer.includes("AcionamentoSalvo") && left.delete("the result of a save is lost")) {
    outgoing.destroy();
    return;
  }
  if (isOf("acionamentos") && left.delete("a proxy answers with an error of its own")) {
    outgoing.writeHead(504, { "content-type": "application/json" }).end(PROXY_ERROR);
    return;
  }
  if (isOf("segurado") && left.delete("a proxy answers with a page")) {
    outgoing.writeHead(502, { "content-type": "text/html" }).end(PROXY_PAGE);
    return;
  }
  const fails = isOf("procedimentos") && !answer.includes('"errors"') && left.delete("a field fails");
  const sent = fails ? FAILED_FIELD : answer;
  const { "content-length": _length, "transfer-encoding": _transfer, ...rest } = response.headers;
  outgoing.writeHead(response.statusCode ?? 502, { ...rest, "content-length": Buffer.byteLength(sent) });
  outgoing.end(sent);
}
