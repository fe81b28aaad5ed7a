import { client } from "../graph/client.ts";
import { graphql } from "../gql/gql.ts";
import type { MenuFragment as MenuFragmentData } from "../gql/graphql.ts";

/** The menu is loaded with the first screen's query and then cached. Queries spread it with `@include(if: $comMenu)`. */
export const MenuFragment = graphql(`
  fragment Menu on Query {
    menu {
      id
      titulo
      rota
      icone
    }
  }
`);

/** The query of screens without data of their own. */
export const MenuQuery = graphql(`
  query MenuDoUsuario {
    menu {
      id
      titulo
      rota
      icone
    }
  }
`);

/** The menu: null if it failed, undefined if it is not loaded. */
export function cachedMenu(): MenuFragmentData["menu"] | undefined {
  return client.readFragment({ fragment: MenuFragment, id: "ROOT_QUERY" })?.menu;
}

/** Whether a screen's query has to load the menu. */
export function needsMenu(): boolean {
  return !cachedMenu();
}

/** Loader of screens without data of their own. */
export async function loadMenu(): Promise<null> {
  // Not awaited: the screen opens at once.
  if (needsMenu()) void fetchMenu();
  return null;
}

/** Loads the menu alone. */
export async function fetchMenu(): Promise<void> {
  // It rejects only if the session ended meanwhile.
  const query = client.query({ query: MenuQuery, fetchPolicy: "network-only", errorPolicy: "all" });
  const result = await query.catch(() => undefined);
  if (result && !result.data) markMenuFailed();
}

/** Marks the menu as failed, so that the shell shows an error. */
export function markMenuFailed(): void {
  client.writeQuery({ query: MenuQuery, data: { __typename: "Query", menu: null } });
}
