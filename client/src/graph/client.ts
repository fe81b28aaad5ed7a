import { ApolloClient, ApolloLink, type DocumentNode, HttpLink } from "@apollo/client";
import { SetContextLink } from "@apollo/client/link/context";
import { ErrorLink } from "@apollo/client/link/error";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { createQueryPreloader } from "@apollo/client/react";
import { map, tap } from "rxjs";
import { learnServerTime } from "../clock.ts";
import { currentSession, currentToken, endSession, openSession, type Usuario } from "../session.ts";
import { createCache, markFailed } from "./cache.ts";
import { isUnauthenticated, isUnreachable } from "./errors.ts";
import { failWhenSilent } from "./failWhenSilent.ts";
import { forgetFields, noteFields } from "./fieldStates.ts";

/** Called when the gateway rejects the session of a request. */
type OnSessionLost = () => void;
let onSessionLost: OnSessionLost = () => undefined;
/** A logout is on its way to the gateway, which also ends the streams. */
let isEnding = false;
/** A query has had no response. */
let isReadMissing = false;

const bearer = new SetContextLink(({ headers }) => ({
  headers: { ...headers, authorization: `Bearer ${currentToken()}` },
}));

const watchErrors = new ErrorLink(({ error, operation }) => {
  if (operation.operationType === "query" && isUnreachable(error)) isReadMissing = true;
  if (!isUnauthenticated(error) || !currentSession()) return;
  const { headers } = operation.getContext();
  // Ignore the response if it belongs to a previous session, or to the end of this one.
  if (!isEnding && headers?.["authorization"] === `Bearer ${currentToken()}`) onSessionLost();
});

/**
 * Sends documents by id (persisted documents). If the gateway does not know an id (another version of the portal), it sends
 * their text from then on.
 */
const byId = new PersistedQueryLink({
  generateHash: idOf,
  disable: ({ meta }) => meta.persistedQueryNotFound || meta.persistedQueryNotSupported,
});

const markFailures = new ApolloLink((operation, forward) => forward(operation).pipe(tap(noteFields), map(markFailed)));

const http = new HttpLink({
  uri: "/graphql",
  credentials: "same-origin",
  fetch: async (uri, options) => {
    const response = await fetch(uri, options);
    learnServerTime(response.headers.get("date"));
    return failWhenSilent(response);
  },
});

/** The Apollo client. Its cache belongs to the session, so sessions must be opened by `signIn` and ended by `signOut`. */
export const client = new ApolloClient({
  // Documents in development have no stable ids.
  link: ApolloLink.from(
    import.meta.env.DEV ? [bearer, watchErrors, markFailures, http] : [bearer, watchErrors, markFailures, byId, http],
  ),
  cache: createCache(),
  // It would print each document. The gateway knows equal reads, and no screen sends one twice.
  queryDeduplication: false,
  // The gateway does not need the client library's version.
  enhancedClientAwareness: { transport: false },
});

client.onClearStore(async () => forgetFields());

/** Starts a query before its screen renders. */
export const preload = createQueryPreloader(client);

/** Opens a session with an empty cache: the response of a save may have come after the end of the previous one. */
export async function signIn(token: string, usuario: Usuario): Promise<void> {
  await client.clearStore();
  openSession(token, usuario);
}

/** Ends the session and clears the cache, so that the next user sees no data of the previous one. */
export async function signOut(): Promise<void> {
  isEnding = false;
  endSession();
  await client.clearStore();
}

/** From now until `signOut` the end of the session is wanted, and not lost. */
export function expectSessionEnd(): void {
  isEnding = true;
}

export function isSessionEnding(): boolean {
  return isEnding;
}

/** Whether a query has had no response since the last call. */
export function takeMissingRead(): boolean {
  const before = isReadMissing;
  isReadMissing = false;
  return before;
}

export function whenSessionLost(listener: OnSessionLost): void {
  onSessionLost = listener;
}

function idOf(document: DocumentNode): string {
  const { __meta__: meta } = document as DocumentNode & { readonly __meta__?: { readonly hash: string } };
  if (!meta) throw new Error("The document was not made by the code generator: run `make codegen`");
  return meta.hash.replace(/^sha256:/, "");
}
