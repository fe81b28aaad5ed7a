/** A mock GraphQL server (msw) for tests: the real schema with test data as resolvers. */
import { buildSchema, type ExecutionResult, graphql, GraphQLError } from "graphql";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import sdl from "../../../schema.graphql?raw";
import documents from "../gql/persisted-documents.json" with { type: "json" };

type Variables = Readonly<Record<string, unknown>>;
/** Resolvers of root fields: values, or functions of the arguments. Thrown errors become GraphQL errors. */
type Root = Readonly<Record<string, unknown>>;

interface SentOperation {
  readonly name: string;
  readonly variables: Variables;
  readonly authorization: string | null;
}

interface Body {
  readonly query?: string;
  readonly operationName?: string;
  readonly variables?: Variables;
  readonly extensions?: { readonly persistedQuery?: { readonly sha256Hash: string } };
}

const schema = buildSchema(sdl);
const texts: Readonly<Record<string, string>> = documents;

let root: Root = {};
let sent: SentOperation[] = [];
let isOffline = false;
let clockOffset = 0;
let broken: object | undefined;
let streams: Stream[] = [];

/** An open subscription, in Apollo's multipart format like the gateway's. */
interface Stream {
  readonly name: string;
  readonly execute: () => Promise<ExecutionResult>;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Kept, since the signal of a request that is collected as garbage never fires. */
  readonly request: Request;
  /** The last event. A stream sends only what differs from it. */
  last: string;
}

const encoder = new TextEncoder();
const part = (json: string) => encoder.encode(`\r\ncontent-type: application/json\r\n\r\n${json}\r\n--graphql`);

/** Responds with a stream that sends its state at once. */
function openStream(name: string, execute: Stream["execute"], request: Request): Response {
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const stream = { name, execute, controller, request, last: "" };
      // The client may have left before the request was read.
      if (request.signal.aborted) return;
      streams = [...streams, stream];
      request.signal.addEventListener("abort", () => {
        streams = streams.filter((each) => each !== stream);
      });
      controller.enqueue(encoder.encode("\r\n--graphql"));
      controller.enqueue(part("{}"));
      await send(stream);
    },
  });
  const type = "multipart/mixed;boundary=graphql;subscriptionSpec=1.0";
  return new HttpResponse(body, { headers: { "content-type": type } });
}

async function send(stream: Stream): Promise<void> {
  const event = JSON.stringify({ payload: await stream.execute() });
  if (event === stream.last || !streams.includes(stream)) return;
  stream.last = event;
  stream.controller.enqueue(part(event));
}

const server = setupServer(
  http.post("*/graphql", async ({ request }) => {
    const body = (await request.json()) as Body;
    const source = body.query ?? texts[`sha256:${body.extensions?.persistedQuery?.sha256Hash}`] ?? "";
    const isSubscription = source.includes("subscription ");
    const authorization = request.headers.get("authorization");
    if (!isSubscription) sent.push({ name: body.operationName ?? "", variables: body.variables ?? {}, authorization });
    if (isOffline) return HttpResponse.error();
    if (broken) return HttpResponse.json(broken);
    const execute = () =>
      graphql({
        schema,
        source,
        rootValue: root,
        variableValues: body.variables ?? null,
        operationName: body.operationName ?? null,
      });
    if (isSubscription) return openStream(body.operationName ?? "", execute, request);
    const result = await execute();
    return HttpResponse.json(result as object, { headers: { date: new Date(Date.now() + clockOffset).toUTCString() } });
  }),
);

export const mockGraph = {
  server,
  /** Adds or replaces resolvers of root fields. */
  respond(fields: Root): void {
    root = { ...root, ...fields };
  },
  /** The same, but they wait until the returned function is called. */
  hold(fields: Root): () => void {
    const [held, answer] = holding();
    const wait = (value: unknown) => async (args: unknown) => {
      await held;
      return typeof value === "function" ? (value(args) as unknown) : value;
    };
    this.respond(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, wait(value)])));
    return answer;
  },
  /** Names of the open subscriptions. */
  get streams(): readonly string[] {
    return streams.map(({ name }) => name);
  },
  /** Changes resolvers, and sends every open subscription what differs. */
  async publish(fields: Root): Promise<void> {
    root = { ...root, ...fields };
    await Promise.all(streams.map(send));
  },
  beat(): void {
    for (const { controller } of streams) controller.enqueue(part("{}"));
  },
  /** Ends all subscriptions: as a gateway that stops does, or with an error. */
  endStreams(error?: { readonly code: string }): void {
    const failure = { payload: null, errors: [{ message: "Fim.", extensions: error }] };
    for (const { controller } of streams) {
      if (error) controller.enqueue(part(JSON.stringify(failure)));
      controller.enqueue(encoder.encode("--\r\n"));
      controller.close();
    }
    streams = [];
  },
  disconnect(): void {
    isOffline = true;
  },
  /** Answers everything with this JSON, as a broken proxy does. */
  answerWith(json: object): void {
    broken = json;
  },
  reconnect(): void {
    isOffline = false;
  },
  /** The server's clock differs from the browser's by so many milliseconds. */
  shiftClock(milliseconds: number): void {
    clockOffset = milliseconds;
  },
  /** Queries and mutations received so far in this test. */
  get sent(): readonly SentOperation[] {
    return sent;
  },
  get sentNames(): readonly string[] {
    return sent.map(({ name }) => name);
  },
  sentAs: (name: string): readonly SentOperation[] => sent.filter((each) => each.name === name),
  reset(): void {
    root = {};
    sent = [];
    isOffline = false;
    broken = undefined;
    clockOffset = 0;
    streams = [];
  },
};

/** A GraphQL error like the gateway's, to throw in a resolver. */
export function graphError(code: string, message: string, more: Readonly<Record<string, unknown>> = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...more } });
}

/** A resolver that fails like the gateway's. */
export function failing(...error: Parameters<typeof graphError>) {
  return (): never => {
    throw graphError(...error);
  };
}

/** A promise for a resolver, and the function that keeps it. */
export function holding(): readonly [held: Promise<void>, answer: () => void] {
  const answers: (() => void)[] = [];
  return [new Promise((resolve) => answers.push(resolve)), () => answers.forEach((answer) => answer())];
}
