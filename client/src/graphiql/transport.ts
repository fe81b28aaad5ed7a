import type { GraphiQLProps } from "graphiql";
import { type DefinitionNode, GraphQLError, Kind, parse } from "graphql";

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
    headers.set("accept", "application/graphql-response+json, application/json;q=0.9");
    // The header editor has precedence.
    if (token() && !headers.has("authorization")) headers.set("authorization", `Bearer ${token()}`);

    let response: Response;
    try {
      response = await fetch("/graphql", {
        method: "POST",
        headers,
        body: JSON.stringify({ query, variables, operationName: nameIn(query, operationName) }),
      });
    } catch {
      return refusal("O gateway não respondeu. Ele está no ar?");
    }
    const answer: unknown = await response.json().catch(() => undefined);
    if (!isAnswer(answer)) return refusal(`O gateway respondeu HTTP ${response.status}, e não com GraphQL.`);
    if (operationName !== "IntrospectionQuery") onData(answer.data);
    return answer;
  };
}

/**
 * `name` if the document has an operation with that name. Right after a tab is opened, GraphiQL still passes the name of the
 * previous tab.
 */
function nameIn(query: string, name: string | null | undefined): string | undefined {
  if (!name) return undefined;
  let definitions: readonly DefinitionNode[];
  try {
    ({ definitions } = parse(query, { noLocation: true }));
  } catch {
    // The gateway reports the syntax error.
    return undefined;
  }
  const named = definitions.some(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === name,
  );
  return named ? name : undefined;
}

function isAnswer(value: unknown): value is { data: Record<string, unknown> } {
  return typeof value === "object" && value !== null && ("data" in value || "errors" in value);
}

function refusal(message: string) {
  return { errors: [new GraphQLError(message)] };
}
