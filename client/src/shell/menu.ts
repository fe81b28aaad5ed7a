/**
 * The menu rides in the query of whichever screen comes first, so that each screen is one request: the screen's query has
 * `...Menu @include(if: $comMenu)`, its loader calls `preloadScreen`. A screen without a query has the loader `loadMenu`.
 * From then on the menu is in the cache, where the shell reads it. It fails with the query that should have brought it.
 */
import type { TypedDocumentNode } from "@apollo/client";
import type { PreloadedQueryRef, PreloadQueryOptions } from "@apollo/client/react";
import { client, preload } from "../graph/client.ts";
import { knownSession } from "../session.ts";
import { MenuDoUsuarioDocument, MenuFragmentDoc, type MenuFragment as MenuFragmentData } from "../gql/graphql.ts";

/** The menu: null if it failed, undefined if it is not loaded. */
export function cachedMenu(): MenuFragmentData["menu"] | undefined {
  return client.readFragment({ fragment: MenuFragmentDoc, id: "ROOT_QUERY" })?.menu;
}

/**
 * Starts a screen's query, in its loader. By default cached data are shown and loaded again. The type refuses a query
 * without `$comMenu`.
 */
export function preloadScreen<TData, TVariables extends { readonly comMenu: boolean }>(
  query: TypedDocumentNode<TData, TVariables>,
  variables: Omit<TVariables, "comMenu">,
  options: Pick<PreloadQueryOptions, "fetchPolicy" | "returnPartialData"> = {},
): PreloadedQueryRef<TData, TVariables, "complete" | "streaming" | "empty"> {
  return preload(query, {
    variables: { ...variables, comMenu: !cachedMenu() } as TVariables,
    fetchPolicy: "cache-and-network",
    errorPolicy: "all",
    ...options,
  });
}

/** The loader of screens without a query, also where there is no session. */
export async function loadMenu(): Promise<null> {
  // A new tab waits for the session of another one; the screen does not wait for the menu.
  if ((await knownSession()) && !cachedMenu()) void fetchMenu();
  return null;
}

export async function fetchMenu(): Promise<void> {
  const query = client.query({ query: MenuDoUsuarioDocument, fetchPolicy: "network-only", errorPolicy: "all" });
  // It rejects only if the session ended meanwhile.
  await query.catch(() => undefined);
}
