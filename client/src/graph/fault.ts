/** What can go wrong between the portal and the graph, and what people are told about it. */
import { CombinedGraphQLErrors, ServerError, ServerParseError } from "@apollo/client/errors";

const UNREACHABLE = "Não foi possível falar com o servidor. Verifique a conexão e tente novamente.";
const OUTDATED = "O portal foi atualizado. Recarregue a página; o que você digitava continua guardado.";
const UNREADABLE = "O servidor respondeu de um modo inesperado. Tente novamente em instantes.";

/** Codes of the graph's errors that mean: the services could not be asked. */
const TRANSPORT_CODES = new Set([
  "UPSTREAM_UNAVAILABLE",
  "UPSTREAM_TIMEOUT",
  "UPSTREAM_OUTCOME_UNKNOWN",
  "UPSTREAM_INVALID_RESPONSE",
  "UPSTREAM_ERROR",
  "INTERNAL_SERVER_ERROR",
]);

/** The text for the person. The graph's own messages are written for people. */
export function messageOf(error: unknown): string {
  // The page is older than the gateway, which no longer knows its documents. What it says of that is for developers.
  if (hasCode(error, "DOCUMENT_NOT_TRUSTED")) return OUTDATED;
  const errors = graphErrors(error);
  if (errors.length > 0) return [...new Set(errors.map((each) => each.message))].join("\n");
  if (ServerError.is(error) || ServerParseError.is(error)) return UNREADABLE;
  return UNREACHABLE;
}

/** Whether the call failed on its way, so that nobody refused anything. */
export function isTransportFault(error: unknown): boolean {
  const codes = graphErrors(error).map((each) => each.code);
  return codes.every((code) => code !== undefined && TRANSPORT_CODES.has(code));
}

/** Whether the gateway does not know the session. */
export function isUnauthenticated(error: unknown): boolean {
  return hasCode(error, "UNAUTHENTICATED");
}

/** Whether one of the errors has this code. */
export function hasCode(error: unknown, code: string): boolean {
  return graphErrors(error).some((each) => each.code === code);
}

/** Whether one of the errors is about this field of the operation, given by its path: `painel`, `abertosHoje`. */
export function faultAt(error: unknown, ...path: string[]): string | undefined {
  return graphErrors(error).find((each) => path.every((name, at) => each.path[at] === name))?.message;
}

interface GraphError {
  readonly message: string;
  readonly code: string | undefined;
  readonly path: readonly (string | number)[];
}

function graphErrors(error: unknown): readonly GraphError[] {
  if (CombinedGraphQLErrors.is(error)) return error.errors.map(read);
  // The gateway answers with GraphQL's form whatever the HTTP status is.
  if (!ServerError.is(error)) return [];
  try {
    const body: unknown = JSON.parse(error.bodyText);
    return errorsIn(body).map(read);
  } catch {
    return [];
  }
}

function errorsIn(body: unknown): readonly ErrorForm[] {
  return typeof body === "object" && body !== null && "errors" in body && Array.isArray(body.errors) ? body.errors : [];
}

interface ErrorForm {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

function read({ message, path, extensions }: ErrorForm): GraphError {
  const code = extensions?.["code"];
  return { message, code: typeof code === "string" ? code : undefined, path: path ?? [] };
}
