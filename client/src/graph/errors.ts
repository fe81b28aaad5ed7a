/** Errors of GraphQL requests, and their messages for the user. */
import type { CombinedGraphQLErrors, CombinedProtocolErrors, ServerError } from "@apollo/client/errors";

const UNREACHABLE = "Não foi possível falar com o servidor. Verifique a conexão e tente novamente.";
const OUTDATED = "O portal foi atualizado. Recarregue a página; o que você digitava continua guardado.";
const UNREADABLE = "O servidor respondeu de um modo inesperado. Tente novamente em instantes.";

/** Error codes of failed calls to the services. */
const TRANSPORT_CODES = new Set([
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
  const errors = graphErrors(error);
  if (errors.length > 0) return [...new Set(errors.map((each) => each.message))].join("\n");
  if (isNamed(error, "ServerError", "ServerParseError")) return UNREADABLE;
  return UNREACHABLE;
}

/** Whether no response came. */
export function isUnreachable(error: unknown): boolean {
  return messageOf(error) === UNREACHABLE;
}

/** Whether the call failed technically, so that it was not refused by a rule. */
export function isTransportError(error: unknown): boolean {
  const codes = graphErrors(error).map((each) => each.code);
  return codes.every((code) => code !== undefined && TRANSPORT_CODES.has(code));
}

/** Whether the gateway rejected the session. */
export function isUnauthenticated(error: unknown): boolean {
  return hasCode(error, "UNAUTHENTICATED");
}

/** Whether one of the errors has this code. */
export function hasCode(error: unknown, code: string): boolean {
  return graphErrors(error).some((each) => each.code === code);
}

/** After how many seconds the gateway will take such a request again, if it says so. */
export function retryAfterOf(error: unknown): number | undefined {
  return graphErrors(error).find((each) => each.retryAfter !== undefined)?.retryAfter;
}

/** The claim number of what was saved, if only its response could not be read. */
export function savedIn(error: unknown): string | undefined {
  return graphErrors(error).find((each) => each.sinistro !== undefined)?.sinistro;
}

/** The message of the error at a field, given by its path (`painel`, `abertosHoje`). */
export function errorMessageAt(error: unknown, ...path: string[]): string | undefined {
  return graphErrors(error).find((each) => path.every((name, at) => each.path[at] === name))?.message;
}

/** Whether a field failed as a whole, and not a part of it. */
export function hasFailed(error: unknown, field: string): boolean {
  return graphErrors(error).some(({ path }) => path.length === 1 && path[0] === field);
}

interface GraphError {
  readonly message: string;
  readonly code: string | undefined;
  readonly path: readonly (string | number)[];
  readonly retryAfter: number | undefined;
  readonly sinistro: string | undefined;
}

function graphErrors(error: unknown): readonly GraphError[] {
  // The latter end a subscription.
  if (isNamed<CombinedGraphQLErrors | CombinedProtocolErrors>(error, "CombinedGraphQLErrors", "CombinedProtocolErrors"))
    return error.errors.map(read);
  // The gateway sends GraphQL errors with any HTTP status.
  if (!isNamed<ServerError>(error, "ServerError")) return [];
  try {
    const body: unknown = JSON.parse(error.bodyText);
    return errorsIn(body).map(read);
  } catch {
    return [];
  }
}

/** Apollo's classes by their names: the login has these messages before it has Apollo Client. */
function isNamed<T extends Error>(error: unknown, ...names: readonly string[]): error is T {
  return error instanceof Error && names.includes(error.name);
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
  const retryAfter = extensions?.["retryAfter"];
  const sinistro = extensions?.["sinistro"];
  return {
    message,
    code: typeof code === "string" ? code : undefined,
    path: path ?? [],
    retryAfter: typeof retryAfter === "number" ? retryAfter : undefined,
    sinistro: typeof sinistro === "string" ? sinistro : undefined,
  };
}
