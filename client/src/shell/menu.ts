import { client } from "../graph/client.ts";
import { knownSession } from "../session.ts";
import { MenuDoUsuarioDocument, MenuFragmentDoc, type MenuFragment as MenuFragmentData } from "../gql/graphql.ts";

/** The menu: null if it failed, undefined if it is not loaded. */
export function cachedMenu(): MenuFragmentData["menu"] | undefined {
  return client.readFragment({ fragment: MenuFragmentDoc, id: "ROOT_QUERY" })?.menu;
}

export function needsMenu(): boolean {
  return !cachedMenu();
}

/** Loader of screens without data of their own, also without a session; a new tab waits for that of another one. */
export async function loadMenu(): Promise<null> {
  // Not awaited: the screen opens at once.
  if ((await knownSession()) && needsMenu()) void fetchMenu();
  return null;
}

export async function fetchMenu(): Promise<void> {
  const query = client.query({ query: MenuDoUsuarioDocument, fetchPolicy: "network-only", errorPolicy: "all" });
  // It rejects only if the session ended meanwhile.
  await query.catch(() => undefined);
}
