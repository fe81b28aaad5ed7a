import { useApolloClient } from "@apollo/client/react";
import { useRef, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { ConsultaFimQuery, ConsultaQueryVariables } from "../../gql/graphql.ts";
import { reportError } from "../../ui/reportError.ts";

/** The last rows, without those before them. */
const EndQuery = graphql(`
  query ConsultaFim($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!) {
    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, last: 50) {
      edges {
        node {
          id
          ...ConsultaRow
        }
      }
    }
  }
`);

type Edges = NonNullable<ConsultaFimQuery["acionamentos"]>["edges"];

interface ListEnd {
  /** The last rows, if they were wanted; the list then has a gap before them. */
  readonly edges: Edges;
  /** Loads them, in one request. Returns whether they are there. */
  readonly load: () => Promise<boolean>;
}

/** The end of a long list, for the key End. It is of one list: with another filter, search or order it is gone. */
export function useListEnd(variables: ConsultaQueryVariables): ListEnd {
  const client = useApolloClient();
  const [end, setEnd] = useState<{ readonly of: ConsultaQueryVariables; readonly edges: Edges }>();
  const loading = useRef<ConsultaQueryVariables>(null);
  const edges = end?.of === variables ? end.edges : [];

  async function load(): Promise<boolean> {
    if (edges.length > 0) return true;
    if (loading.current === variables) return false;
    loading.current = variables;
    const { filtro, busca, ordem } = variables;
    try {
      const { data } = await client.query({
        query: EndQuery,
        variables: { filtro, busca, ordem },
        fetchPolicy: "network-only",
      });
      const found = data?.acionamentos?.edges ?? [];
      setEnd({ of: variables, edges: found });
      return found.length > 0;
    } catch (error) {
      reportError(error);
      return false;
    } finally {
      loading.current = null;
    }
  }
  return { edges, load };
}
