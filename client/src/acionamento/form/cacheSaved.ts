/** Updates the cache after a save: stores the acionamento and evicts outdated lists and totals. */
import type { ApolloCache } from "@apollo/client";
import { graphql } from "../../gql/gql.ts";

/** Writes the acionamento where the view's query reads it; never sent. */
const BySinistro = graphql(`
  query AcionamentoBySinistro($sinistro: String!) {
    acionamento(sinistro: $sinistro) {
      id
      sinistro
    }
  }
`);

/** Root fields that are outdated after a save. */
const MAY_HAVE_CHANGED = ["acionamentos", "painel", "totaisPorStatus"];

export function cacheSavedAcionamento(
  cache: ApolloCache,
  { id, sinistro }: { readonly id: string; readonly sinistro: string },
): void {
  const acionamento = { __typename: "Acionamento", id, sinistro } as const;
  cache.writeQuery({ query: BySinistro, variables: { sinistro }, data: { __typename: "Query", acionamento } });
  for (const fieldName of MAY_HAVE_CHANGED) cache.evict({ id: "ROOT_QUERY", fieldName });
  cache.gc();
}
