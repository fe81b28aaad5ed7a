import { client, preload } from "../../graph/client.ts";
import { needsMenu } from "../../shell/menu.ts";
import { NovoDocument } from "../../gql/graphql.ts";

/** Starts the screen's query. The procedures are loaded once per session. */
export function loadNovo() {
  const comMenu = needsMenu();
  // A failed field is null in the cache.
  const isCached = Boolean(client.readQuery({ query: NovoDocument, variables: { comMenu: false } })?.procedimentos);
  return preload(NovoDocument, {
    variables: { comMenu },
    fetchPolicy: isCached && !comMenu ? "cache-first" : "network-only",
    errorPolicy: "all",
  });
}
