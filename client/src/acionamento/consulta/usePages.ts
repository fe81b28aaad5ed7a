import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useRef, useState } from "react";
import {
  ConsultaDocument,
  ConsultaFimDocument,
  type ConsultaFimQuery,
  type ConsultaPageFragment,
  type ConsultaQueryVariables,
} from "../../gql/graphql.ts";
import { messageOf } from "../../graph/errors.ts";
import { reportError } from "../../ui/reportError.ts";
import { pageAfter } from "./consulta.query.ts";

/** Rows of a page, and the most that the graph gives. */
export const PAGE = 50;
const LARGEST_PAGE = 500;

/** Loads a page of 50 to 500 rows into the cache: after a cursor, or the first one. */
export async function loadPage(
  client: ApolloClient,
  variables: ConsultaQueryVariables,
  after: string | null,
  rows: number,
): Promise<void> {
  // Not with the screen's own query, which would show its skeleton and lose the rows on an error. `fetchMore` only writes to
  // the cache; a plain query would read the whole list back.
  const beside = client.watchQuery({ query: ConsultaDocument, variables, fetchPolicy: "standby" });
  await beside.fetchMore({ variables: pageAfter(variables, after, pageSize(rows)) });
}

/** Infinite scrolling: loads the next page into the cache, of 50 rows or more, unless it is loading. */
export function useNextPage(
  variables: ConsultaQueryVariables,
  { endCursor, hasNextPage }: ConsultaPageFragment["pageInfo"],
) {
  const client = useApolloClient();
  const [failed, setFailed] = useState<{ readonly after: string; readonly errorMessage: string }>();
  /** The cursor of the page in flight. */
  const loadingAfter = useRef<string>(null);

  async function load(rows = PAGE): Promise<void> {
    if (!hasNextPage || endCursor === null || loadingAfter.current === endCursor) return;
    loadingAfter.current = endCursor;
    setFailed(undefined);
    try {
      await loadPage(client, variables, endCursor, rows);
    } catch (error) {
      loadingAfter.current = null;
      setFailed({ after: endCursor, errorMessage: messageOf(error) });
    }
  }
  return { errorMessage: failed?.after === endCursor ? failed.errorMessage : undefined, load };
}

function pageSize(rows: number): number {
  return Math.min(Math.max(rows, PAGE), LARGEST_PAGE);
}

type Edges = NonNullable<ConsultaFimQuery["acionamentos"]>["edges"];

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
export function useListEnd(variables: ConsultaQueryVariables, totalCount: number) {
  const client = useApolloClient();
  const [end, setEnd] = useState<LoadedEnd>();
  const loading = useRef<ConsultaQueryVariables>(null);
  /** The last rows, if they were wanted; the list then has a gap before them. */
  const edges = end?.of === variables && end.totalCount === totalCount ? end.edges : [];

  /** Loads so many more rows before them, at first the last ones. Returns whether they came. */
  async function load(rows = PAGE): Promise<boolean> {
    if (loading.current === variables) return false;
    loading.current = variables;
    const { filtro, busca, ordem } = variables;
    const last = pageSize(rows);
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
