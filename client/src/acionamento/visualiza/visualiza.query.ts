import type { LoaderFunctionArgs } from "react-router";
import { graphql } from "../../gql/gql.ts";
import { preload } from "../../graph/client.ts";
import { loadMenu, needsMenu } from "../../shell/menu.ts";
import { sinistroIn } from "../address.ts";

const VisualizaQuery = graphql(`
  query Visualiza($sinistro: String!, $comMenu: Boolean!) {
    ...Menu @include(if: $comMenu)
    acionamento(sinistro: $sinistro) {
      id
      ...VisualizaSummary
      ...VisualizaDetails
      ...VisualizaSegurado
      ...VisualizaRegister
      ...VisualizaProcedimentos
      ...VisualizaHistorico
    }
  }
`);

/** Starts the query of one acionamento; of nothing but the menu where the address names none. */
export function loadVisualiza({ request }: LoaderFunctionArgs) {
  const sinistro = sinistroIn(new URL(request.url).search);
  if (sinistro === "") return loadMenu();
  const queryRef = preload(VisualizaQuery, {
    variables: { sinistro, comMenu: needsMenu() },
    fetchPolicy: "cache-and-network",
    errorPolicy: "all",
    // One that was just saved is there at once; the insured's register follows.
    returnPartialData: true,
  });
  return { sinistro, queryRef };
}
