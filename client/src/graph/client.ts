import { ApolloClient, ApolloLink, type DocumentNode, HttpLink } from "@apollo/client";
import { SetContextLink } from "@apollo/client/link/context";
import { ErrorLink } from "@apollo/client/link/error";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { createQueryPreloader } from "@apollo/client/react";
import { currentSession, currentToken, endSession } from "../session.ts";
import { createCache } from "./cache.ts";
import { isUnauthenticated } from "./fault.ts";

/** Told when the gateway no longer knows the session that a request carried. */
type OnSessionLost = () => void;
let onSessionLost: OnSessionLost = () => undefined;

const bearer = new SetContextLink(({ headers }) => ({
  headers: { ...headers, authorization: `Bearer ${currentToken()}` },
}));

const watchSession = new ErrorLink(({ error, operation }) => {
  if (!isUnauthenticated(error) || !currentSession()) return;
  // An answer to a session that has ended since says nothing about the one of now.
  const { headers } = operation.getContext();
  if (headers?.["authorization"] === `Bearer ${currentToken()}`) onSessionLost();
});

/**
 * Documents go by the id that the code generator gave them. Where the gateway does not know one, the page is older or
 * newer than it: from then on they go as text.
 */
const byId = new PersistedQueryLink({
  generateHash: idOf,
  disable: ({ meta }) => meta.persistedQueryNotFound || meta.persistedQueryNotSupported,
});

const http = new HttpLink({ uri: "/graphql", credentials: "same-origin" });

/** The one client of the page. Its cache is the session's: whoever ends a session does so by `signOut`. */
export const client = new ApolloClient({
  // The development server's documents change with every key stroke: they go as text.
  link: ApolloLink.from(import.meta.env.DEV ? [bearer, watchSession, http] : [bearer, watchSession, byId, http]),
  cache: createCache(),
  dataMasking: true,
  // The gateway has no use for the library's version in every request.
  enhancedClientAwareness: { transport: false },
});

/** Starts a query before its screen is there. */
export const preload = createQueryPreloader(client);

/** Ends the session, and drops all that was read in it: the next person at this screen finds nothing of the last one. */
export async function signOut(): Promise<void> {
  endSession();
  await client.clearStore();
}

export function whenSessionLost(listener: OnSessionLost): void {
  onSessionLost = listener;
}

function idOf(document: DocumentNode): string {
  const { __meta__: meta } = document as DocumentNode & { readonly __meta__?: { readonly hash: string } };
  if (!meta) throw new Error("The document was not made by the code generator: run `make codegen`");
  return meta.hash.replace(/^sha256:/, "");
}
