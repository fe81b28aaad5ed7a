import { useApolloClient } from "@apollo/client/react";
import { useRef, useState } from "react";
import { ConsultaFimDocument, type ConsultaFimQuery, type ConsultaQueryVariables } from "../../gql/graphql.ts";
import { reportError } from "../../ui/reportError.ts";
import { LARGEST_PAGE, PAGE } from "./useNextPage.ts";

type Edges = NonNullable<ConsultaFimQuery["acionamentos"]>["edges"];

interface ListEnd {
  /** The last rows, if they were wanted; the list then has a gap before them. */
  readonly edges: Edges;
  /** Loads so many more rows before them, at first the last ones. Returns whether they came. */
  readonly load: (rows?: number) => Promise<boolean>;
}

/** The rows that were loaded from the end of a list. */
interface LoadedEnd {
  readonly of: ConsultaQueryVariables;
  /** The number of rows of the list, from which their places are counted. */
  readonly totalCount: number;
  readonly edges: Edges;
}

/**
 * The end of a long list, for the key End. It is of one list: with another filter, search or order, or once the number of its
 * rows has changed, it is gone.
 */
export function useListEnd(variables: ConsultaQueryVariables, totalCount: number): ListEnd {
  const client = useApolloClient();
  const [end, setEnd] = useState<LoadedEnd>();
  const loading = useRef<ConsultaQueryVariables>(null);
  const edges = end?.of === variables && end.totalCount === totalCount ? end.edges : [];

  async function load(rows = PAGE): Promise<boolean> {
    if (loading.current === variables) return false;
    loading.current = variables;
    const { filtro, busca, ordem } = variables;
    const last = Math.min(Math.max(rows, PAGE), LARGEST_PAGE);
    try {
      const { data } = await client.query({
        query: ConsultaFimDocument,
        variables: { filtro, busca, ordem, last, before: edges[0]?.cursor ?? null },
        fetchPolicy: "network-only",
      });
      const found = data?.acionamentos?.edges ?? [];
      setEnd({ of: variables, totalCount, edges: [...found, ...edges] });
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
