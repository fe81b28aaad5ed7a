/**
 * A mock GraphQL server (msw) for tests: the real schema with test data as resolvers. An operation that is invalid in the
 * schema fails like at the gateway.
 */
import { buildSchema, graphql, GraphQLError } from "graphql";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import sdl from "../../../schema.graphql?raw";
import documents from "../gql/persisted-documents.json" with { type: "json" };

type Variables = Readonly<Record<string, unknown>>;
/** Resolvers of root fields: values, or functions of the arguments. Thrown errors become GraphQL errors. */
type Root = Readonly<Record<string, unknown>>;

/** A received operation. */
export interface SentOperation {
  readonly name: string;
  readonly variables: Variables;
  /** Its Authorization header. */
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

const server = setupServer(
  http.post("*/graphql", async ({ request }) => {
    const body = (await request.json()) as Body;
    const source = body.query ?? texts[`sha256:${body.extensions?.persistedQuery?.sha256Hash}`] ?? "";
    sent.push({
      name: body.operationName ?? "",
      variables: body.variables ?? {},
      authorization: request.headers.get("authorization"),
    });
    if (isOffline) return HttpResponse.error();
    const result = await graphql({
      schema,
      source,
      rootValue: root,
      variableValues: body.variables ?? null,
      operationName: body.operationName ?? null,
    });
    return HttpResponse.json(result as object, { headers: { date: new Date(Date.now() + clockOffset).toUTCString() } });
  }),
);

export const mockGraph = {
  server,
  /** Adds or replaces resolvers of root fields. */
  respond(fields: Root): void {
    root = { ...root, ...fields };
  },
  /** All following requests fail with a network error. */
  disconnect(): void {
    isOffline = true;
  },
  reconnect(): void {
    isOffline = false;
  },
  /** The server's clock differs from the browser's by so many milliseconds. */
  shiftClock(milliseconds: number): void {
    clockOffset = milliseconds;
  },
  /** Operations received so far in this test. */
  get sent(): readonly SentOperation[] {
    return sent;
  },
  reset(): void {
    root = {};
    sent = [];
    isOffline = false;
    clockOffset = 0;
  },
};

/** A GraphQL error like the gateway's, to throw in a resolver. */
export function graphError(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
