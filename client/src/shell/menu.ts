import { client } from "../graph/client.ts";
import { MenuDoUsuarioDocument, MenuFragmentDoc, type MenuFragment as MenuFragmentData } from "../gql/graphql.ts";

/** The menu: null if it failed, undefined if it is not loaded. */
export function cachedMenu(): MenuFragmentData["menu"] | undefined {
  return client.readFragment({ fragment: MenuFragmentDoc, id: "ROOT_QUERY" })?.menu;
}

export function needsMenu(): boolean {
  return !cachedMenu();
}

/** Loader of screens without data of their own. */
export async function loadMenu(): Promise<null> {
  // Not awaited: the screen opens at once.
  if (needsMenu()) void fetchMenu();
  return null;
}

export async function fetchMenu(): Promise<void> {
  // It rejects only if the session ended meanwhile.
  const query = client.query({ query: MenuDoUsuarioDocument, fetchPolicy: "network-only", errorPolicy: "all" });
  const result = await query.catch(() => undefined);
  if (result && !result.data) markMenuFailed();
}

/** Marks the menu as failed, so that the shell shows an error. */
export function markMenuFailed(): void {
  client.writeQuery({ query: MenuDoUsuarioDocument, data: { __typename: "Query", menu: null } });
}
