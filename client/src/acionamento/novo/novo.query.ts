import { client } from "../../graph/client.ts";
import { preloadScreen } from "../../shell/menu.ts";
import { NovoDocument } from "../../gql/graphql.ts";

/** Starts the screen's query. The procedures are loaded once per session. */
export function loadNovo() {
  const cached = client.readQuery({ query: NovoDocument, variables: { comMenu: true } });
  // A failed field is null in the cache.
  const isCached = Boolean(cached?.procedimentos && cached.menu);
  return preloadScreen(NovoDocument, {}, { fetchPolicy: isCached ? "cache-first" : "network-only" });
}
