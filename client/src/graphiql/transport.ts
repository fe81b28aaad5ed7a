import type { GraphiQLProps } from "graphiql";

type Fetcher = GraphiQLProps["fetcher"];

export interface TransportOptions {
  /** Asked at every request, so that a token taken over a moment ago is already sent. */
  readonly token: () => string;
  /** Called with the `data` of every answer that is not the schema's. */
  readonly onData: (data: unknown) => void;
}

/** Sends an operation to the gateway that served this page and answers with GraphQL's form whatever happens. */
export function createTransport({ token, onData }: TransportOptions): Fetcher {
  return async ({ query, variables, operationName }, options) => {
    const headers = new Headers(options?.headers);
    headers.set("content-type", "application/json");
    headers.set("accept", "application/graphql-response+json, application/json;q=0.9");
    // One typed into GraphiQL's own header editor wins.
    if (token() && !headers.has("authorization")) headers.set("authorization", `Bearer ${token()}`);

    let response: Response;
    try {
      response = await fetch("/graphql", {
        method: "POST",
        headers,
        body: JSON.stringify({ query, variables, operationName }),
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

function isAnswer(value: unknown): value is { data: Record<string, unknown> } {
  return typeof value === "object" && value !== null && ("data" in value || "errors" in value);
}

function refusal(message: string) {
  return { errors: [{ message }] };
}
