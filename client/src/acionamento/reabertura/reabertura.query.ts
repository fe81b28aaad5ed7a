import { graphql } from "../../gql/gql.ts";
import { preload } from "../../graph/client.ts";
import { loadMenu, needsMenu } from "../../shell/menu.ts";
import { sinistroIn } from "../address.ts";

const ReaberturaQuery = graphql(`
  query Reabertura($sinistro: String!, $comMenu: Boolean!) {
    ...Menu @include(if: $comMenu)
    ...ProcedimentoCatalogue
    reabertura(sinistro: $sinistro) {
      __typename
      ... on Acionamento {
        id
        sinistro
        ...ReaberturaForm
      }
      ... on Recusa {
        mensagem
      }
    }
  }
`);

/** Loads whether the acionamento in the address may be reopened; null without a claim number. */
export async function loadReabertura({ request }: { readonly request: Request }) {
  const sinistro = sinistroIn(new URL(request.url).search);
  if (sinistro === "") return loadMenu();
  const variables = { sinistro, comMenu: needsMenu() };
  // Not from the cache: it may have been reopened meanwhile.
  return preload(ReaberturaQuery, { variables, fetchPolicy: "network-only", errorPolicy: "all" });
}
