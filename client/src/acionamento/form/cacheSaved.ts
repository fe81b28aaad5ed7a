/** Updates the cache after a save: stores the acionamento and evicts outdated lists and totals. */
import type { ApolloCache } from "@apollo/client";
import { AcionamentoBySinistroDocument } from "../../gql/graphql.ts";

/** Root fields that are outdated after a save. */
const MAY_HAVE_CHANGED = ["acionamentos", "painel", "totaisPorStatus"];

export function cacheSavedAcionamento(
  cache: ApolloCache,
  { id, sinistro }: { readonly id: string; readonly sinistro: string },
): void {
  const acionamento = { __typename: "Acionamento", id, sinistro } as const;
  cache.writeQuery({
    query: AcionamentoBySinistroDocument,
    variables: { sinistro },
    data: { __typename: "Query", acionamento },
  });
  for (const fieldName of MAY_HAVE_CHANGED) cache.evict({ id: "ROOT_QUERY", fieldName });
  cache.gc();
}
