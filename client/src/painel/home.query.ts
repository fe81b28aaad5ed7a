import { graphql } from "../gql/gql.ts";
import { preload } from "../graph/client.ts";
import { comMenu } from "../shell/menu.ts";

const HomeQuery = graphql(`
  query Home($comMenu: Boolean!) {
    ...Menu @include(if: $comMenu)
    painel {
      abertosHoje {
        quantidade
      }
    }
  }
`);

/** Starts the query of the home page. */
export function loadHome() {
  return preload(HomeQuery, {
    variables: { comMenu: comMenu() },
    fetchPolicy: "cache-and-network",
    errorPolicy: "all",
  });
}
