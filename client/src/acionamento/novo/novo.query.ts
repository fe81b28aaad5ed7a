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

/** Starts the query of the screen that opens an acionamento. The procedures are asked for once in a session. */
export function loadNovo() {
  // What could not be read has left its null in the cache.
  const mustAsk = needsMenu() || !client.readQuery({ query: NovoQuery, variables: { comMenu: false } })?.procedimentos;
  return preload(NovoQuery, {
    variables: { comMenu: needsMenu() },
    fetchPolicy: mustAsk ? "network-only" : "cache-first",
    errorPolicy: "all",
  });
}
