/**
 * The graph that tests talk to: the real schema over fixtures, behind the real transport. An operation that the schema
 * does not know fails as it would at the gateway, so drift breaks tests.
 */
import { buildSchema, graphql, GraphQLError } from "graphql";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import sdl from "../../../schema.graphql?raw";
import documents from "../gql/persisted-documents.json" with { type: "json" };

type Variables = Readonly<Record<string, unknown>>;
/** Answers one field of the root: with a value, or by what its arguments ask for. Thrown errors become the graph's. */
type Root = Readonly<Record<string, unknown>>;

/** An operation as it was sent. */
export interface Sent {
  readonly name: string;
  readonly variables: Variables;
  /** The token that it carried. */
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
let sent: Sent[] = [];
let isDown = false;

const server = setupServer(
  http.post("*/graphql", async ({ request }) => {
    const body = (await request.json()) as Body;
    const source = body.query ?? texts[`sha256:${body.extensions?.persistedQuery?.sha256Hash}`] ?? "";
    sent.push({
      name: body.operationName ?? "",
      variables: body.variables ?? {},
      authorization: request.headers.get("authorization"),
    });
    if (isDown) return HttpResponse.error();
    const result = await graphql({
      schema,
      source,
      rootValue: root,
      variableValues: body.variables ?? null,
      operationName: body.operationName ?? null,
    });
    return HttpResponse.json(result as object);
  }),
);

export const graph = {
  server,
  /** Answers for fields of the root, on top of those given before in this test. */
  answers(fields: Root): void {
    root = { ...root, ...fields };
  },
  /** From now on nothing gets through. */
  goDown(): void {
    isDown = true;
  },
  comeBack(): void {
    isDown = false;
  },
  /** The operations sent so far in this test. */
  get sent(): readonly Sent[] {
    return sent;
  },
  reset(): void {
    root = {};
    sent = [];
    isDown = false;
  },
};

/** An error as the gateway's, to be thrown by an answer. */
export function graphError(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
