import { ApolloClient, ApolloLink, type DocumentNode, HttpLink, makeVar } from "@apollo/client";
import { SetContextLink } from "@apollo/client/link/context";
import { ErrorLink } from "@apollo/client/link/error";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { createQueryPreloader } from "@apollo/client/react";
import { map, tap } from "rxjs";
import { learnServerTime } from "../clock.ts";
import { currentSession, currentToken, loseSession } from "../session.ts";
import { createCache, markFailed } from "./cache.ts";
import { isUnauthenticated } from "./errors.ts";
import { fetchUnlessSilent } from "./fetchUnlessSilent.ts";
import { forgetFields, noteFields } from "./fieldStates.ts";

/**
 * Names of the queries whose last request failed as a whole. While there are any, a menu that is missing counts as failed too;
 * the shell reads them again when the browser is online.
 */
export const failedReads = makeVar<readonly (string | undefined)[]>([]);

/** The token of the session, unless the operation has one. */
const bearer = new SetContextLink(({ headers }) => ({
  headers: { authorization: `Bearer ${currentToken()}`, ...headers },
}));

const trackErrors = new ErrorLink(({ error, operation, result }) => {
  const { headers } = operation.getContext();
  // A response to a previous session.
  if (headers?.["authorization"] !== `Bearer ${currentToken()}`) return;
  if (operation.operationType === "query" && !result?.data) failedReads([...failedReads(), operation.operationName]);
  if (isUnauthenticated(error) && currentSession()) loseSession();
});

/** Sends documents by id; their text from then on, if the gateway does not know one (another version of the portal). */
const byId = new PersistedQueryLink({
  generateHash: idOf,
  disable: ({ meta }) => meta.persistedQueryNotFound || meta.persistedQueryNotSupported,
});

const recordResponses = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap((result) => {
      const { operationName } = operation;
      if (result.data && failedReads().includes(operationName))
        failedReads(failedReads().filter((name) => name !== operationName));
      noteFields(result, operation.variables);
    }),
    map(markFailed),
  ),
);

const http = new HttpLink({
  uri: "/graphql",
  credentials: "same-origin",
  fetch: async (uri, options) => {
    const response = await fetchUnlessSilent(uri, options);
    learnServerTime(response.headers.get("date"));
    return response;
  },
});

/** Its cache belongs to the session: only `signIn` and `signOut` of clientSession.ts open and end one. */
export const client = new ApolloClient({
  link: ApolloLink.from([bearer, trackErrors, recordResponses, byId, http]),
  cache: createCache(),
  // Deduplication prints every document to compare it. The gateway already joins equal reads.
  queryDeduplication: false,
  // The gateway does not need the client library's version.
  enhancedClientAwareness: { transport: false },
});

client.onClearStore(async () => {
  forgetFields();
  failedReads([]);
});

export const preload = createQueryPreloader(client);

function idOf(document: DocumentNode): string {
  const { __meta__: meta } = document as DocumentNode & { readonly __meta__?: { readonly hash: string } };
  if (!meta) throw new Error("The document was not made by the code generator: run `make codegen`");
  return meta.hash.replace(/^sha256:/, "");
}
