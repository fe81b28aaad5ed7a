/**
 * Errors of GraphQL requests, and their messages for the user. How a failed read is recorded and shown:
 *
 * | what failed                   | who knows of it                                      | what shows it                        |
 * |-------------------------------|------------------------------------------------------|--------------------------------------|
 * | a whole query                 | its `error`; `failedReads`, to read it once online   | `ErrorState`, `OutdatedNotice`       |
 * | the query that had the menu   | `failedReads`                                        | `SideMenu`                           |
 * | a field                       | `errorMessageAt`, `hasFailed` of the query's `error` | an `ErrorState` or retry in its part |
 * | the same, without the `error` | `useFieldState`, also when it was read last          | `DashboardCard`, `UnreadPart`        |
 * | a field that is in the cache  | `markFailed`: `mayFail` then keeps the value         | the value, with one of these beside  |
 * | a subscription                | `useLive`, whose state is then "lost"                | `LiveNotice`                         |
 */
import type { CombinedGraphQLErrors, CombinedProtocolErrors, ServerError } from "@apollo/client/errors";

const UNREACHABLE = "Não foi possível falar com o servidor. Verifique a conexão e tente novamente.";
const OUTDATED = "O portal foi atualizado. Recarregue a página; o que você digitava continua guardado.";
const UNREADABLE = "O servidor respondeu de um modo inesperado. Tente novamente em instantes.";

/** Error codes of failed calls to the services. */
const TRANSPORT_CODES: ReadonlySet<unknown> = new Set([
  "UPSTREAM_UNAVAILABLE",
  "UPSTREAM_TIMEOUT",
  "UPSTREAM_OUTCOME_UNKNOWN",
  "UPSTREAM_INVALID_RESPONSE",
  "UPSTREAM_ERROR",
  "INTERNAL_SERVER_ERROR",
]);

/** The message for the user. Messages of GraphQL errors are meant for users. */
export function messageOf(error: unknown): string {
  // The page is older than the gateway. The gateway's own message is for developers.
  if (hasCode(error, "DOCUMENT_NOT_TRUSTED")) return OUTDATED;
  const messages = graphErrors(error).flatMap(({ message }) => message || []);
  if (messages.length > 0) return [...new Set(messages)].join("\n");
  if (isNamed(error, "ServerError", "ServerParseError", "CombinedGraphQLErrors")) return UNREADABLE;
  return UNREACHABLE;
}

/** Whether the call failed technically, so that it was not refused by a rule. */
export function isTransportError(error: unknown): boolean {
  return graphErrors(error).every(({ extensions }) => TRANSPORT_CODES.has(extensions?.["code"]));
}

const REFUSALS: ReadonlySet<unknown> = new Set(["UPSTREAM_REJECTED", "BAD_USER_INPUT"]);

/** Whether the same request would fail again: a service or the gateway refused what it asks for. */
export function isRefusal(error: unknown): boolean {
  return graphErrors(error).some(({ extensions }) => REFUSALS.has(extensions?.["code"]));
}

/** Whether the gateway rejected the session. */
export function isUnauthenticated(error: unknown): boolean {
  return hasCode(error, "UNAUTHENTICATED");
}

export function hasCode(error: unknown, code: string): boolean {
  return graphErrors(error).some(({ extensions }) => extensions?.["code"] === code);
}

/** After how many seconds the gateway will take such a request again, if it says so. */
export function retryAfterOf(error: unknown): number | undefined {
  const seconds = extensionOf(error, "retryAfter");
  return typeof seconds === "number" ? seconds : undefined;
}

/** The claim number of what was saved, if only its response could not be read. */
export function savedIn(error: unknown): string | undefined {
  const sinistro = extensionOf(error, "sinistro");
  return typeof sinistro === "string" ? sinistro : undefined;
}

/** The message of the error at a field, given by its path (`painel`, `abertosHoje`). */
export function errorMessageAt(error: unknown, ...names: string[]): string | undefined {
  return graphErrors(error).find(({ path }) => names.every((name, index) => path?.[index] === name))?.message;
}

/** Whether a field failed as a whole, and not a part of it. */
export function hasFailed(error: unknown, field: string): boolean {
  return graphErrors(error).some(({ path }) => path?.length === 1 && path[0] === field);
}

interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

function extensionOf(error: unknown, name: string): unknown {
  return graphErrors(error).find(({ extensions }) => extensions?.[name] !== undefined)?.extensions?.[name];
}

function graphErrors(error: unknown): readonly GraphError[] {
  // The latter end a subscription.
  if (isNamed<CombinedGraphQLErrors | CombinedProtocolErrors>(error, "CombinedGraphQLErrors", "CombinedProtocolErrors"))
    return error.errors;
  // The gateway sends GraphQL errors with any HTTP status.
  if (!isNamed<ServerError>(error, "ServerError")) return [];
  try {
    const { errors } = Object(JSON.parse(error.bodyText)) as { readonly errors?: unknown };
    return Array.isArray(errors) ? errors : [];
  } catch {
    return [];
  }
}

/** Apollo's classes by their names: the login has these messages before it has Apollo Client. */
function isNamed<T extends Error>(error: unknown, ...names: readonly string[]): error is T {
  return error instanceof Error && names.includes(error.name);
}
