import type { GraphiQLProps } from "graphiql";
import { type DefinitionNode, GraphQLError, Kind, OperationTypeNode, parse } from "graphql";
import { readEvents } from "./events.ts";

type Fetcher = GraphiQLProps["fetcher"];

export interface TransportOptions {
  /** Called for every request, to use the current token. */
  readonly token: () => string;
  /** Called with the `data` of every response except introspection. */
  readonly onData: (data: unknown) => void;
}

/** Sends an operation to the gateway. Failures are returned as GraphQL errors too. */
export function createTransport({ token, onData }: TransportOptions): Fetcher {
  return async ({ query, variables, operationName }, options) => {
    const headers = new Headers(options?.headers);
    headers.set("content-type", "application/json");
    const { name, isSubscription } = chosenOperation(query, operationName);
    // An error before the first event comes as JSON.
    const single = "application/graphql-response+json, application/json;q=0.9";
    headers.set("accept", isSubscription ? `text/event-stream, ${single}` : single);
    // The header editor has precedence.
    if (token() && !headers.has("authorization")) headers.set("authorization", `Bearer ${token()}`);

    let response: Response;
    try {
      response = await fetch("/graphql", {
        method: "POST",
        headers,
        body: JSON.stringify({ query, variables, operationName: name }),
      });
    } catch {
      return refusal("O gateway não respondeu. Ele está no ar?");
    }
    if (response.headers.get("content-type")?.startsWith("text/event-stream") && response.body) {
      return readEvents(response.body);
    }
    const answer: unknown = await response.json().catch(() => undefined);
    if (!isAnswer(answer)) return refusal(`O gateway respondeu HTTP ${response.status}, e não com GraphQL.`);
    if (operationName !== "IntrospectionQuery") onData(answer.data);
    return answer;
  };
}

/**
 * The operation that is meant. Right after a tab is opened, GraphiQL still passes the name of the previous tab, which is left
 * out if the document has no operation of that name.
 */
function chosenOperation(query: string, name: string | null | undefined) {
  let definitions: readonly DefinitionNode[];
  try {
    ({ definitions } = parse(query, { noLocation: true }));
  } catch {
    // The gateway reports the syntax error.
    return { name: undefined, isSubscription: false };
  }
  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  const named = operations.find((each) => name && each.name?.value === name);
  const meant = named ?? operations[0];
  return { name: named?.name?.value, isSubscription: meant?.operation === OperationTypeNode.SUBSCRIPTION };
}

function isAnswer(value: unknown): value is { data: Record<string, unknown> } {
  return typeof value === "object" && value !== null && ("data" in value || "errors" in value);
}

function refusal(message: string) {
  return { errors: [new GraphQLError(message)] };
}
