import { client } from "../graph/client.ts";
import { graphql } from "../gql/gql.ts";

/**
 * The menu comes along with the first screen that asks for it, and stays in the cache for those that follow. Every
 * screen's query spreads it under `@include(if: $comMenu)`.
 */
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

/** The menu as the shell reads it from the cache, and the whole query of screens that ask for nothing else. */
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

/** Whether a screen's query must bring the menu: it is not there yet, or its service failed. */
export function mustAskMenu(): boolean {
  return !client.readQuery({ query: MenuQuery })?.menu;
}

/** For screens that ask for nothing else. */
export async function loadMenu(): Promise<null> {
  // Not waited for: the screen is there at once, the menu when it comes.
  if (mustAskMenu()) void askMenu();
  return null;
}

/** Asks for the menu by itself. */
export async function askMenu(): Promise<void> {
  // It rejects only where the session ended meanwhile: then nobody asks any more.
  const asked = client.query({ query: MenuQuery, fetchPolicy: "network-only", errorPolicy: "all" });
  const answer = await asked.catch(() => undefined);
  if (answer && !answer.data) menuFailed();
}

/** No answer came to a query that was to bring the menu: the shell says so where the menu would be. */
export function menuFailed(): void {
  client.writeQuery({ query: MenuQuery, data: { __typename: "Query", menu: null } });
}
