import { graphql } from "../../gql/gql.ts";
import { client, preload } from "../../graph/client.ts";
import { needsMenu } from "../../shell/menu.ts";

const NovoQuery = graphql(`
  query Novo($comMenu: Boolean!) {
    ...Menu @include(if: $comMenu)
    procedimentos {
      id
    }
    ...ProcedimentoCatalogue
  }
`);

/** Starts the screen's query. The procedures are loaded once per session. */
export function loadNovo() {
  // A failed field is null in the cache.
  const mustAsk = needsMenu() || !client.readQuery({ query: NovoQuery, variables: { comMenu: false } })?.procedimentos;
  return preload(NovoQuery, {
    variables: { comMenu: needsMenu() },
    fetchPolicy: mustAsk ? "network-only" : "cache-first",
    errorPolicy: "all",
  });
}
