import { client, preload } from "../../graph/client.ts";
import { needsMenu } from "../../shell/menu.ts";
import { NovoDocument } from "../../gql/graphql.ts";

/** Starts the screen's query. The procedures are loaded once per session. */
export function loadNovo() {
  // A failed field is null in the cache.
  const mustAsk =
    needsMenu() || !client.readQuery({ query: NovoDocument, variables: { comMenu: false } })?.procedimentos;
  return preload(NovoDocument, {
    variables: { comMenu: needsMenu() },
    fetchPolicy: mustAsk ? "network-only" : "cache-first",
    errorPolicy: "all",
  });
}
