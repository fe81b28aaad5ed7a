import { useRef, useState } from "react";
import { type ConsultaPageFragment, ConsultaPaginaDocument } from "../../gql/graphql.ts";
import { client } from "../../graph/client.ts";
import { messageOf } from "../../graph/errors.ts";
import type { ListVariables } from "./consulta.query.ts";

/** Rows of a page, as in consulta.graphql, and the most that the graph gives. */
export const PAGE = 50;
const LARGEST_PAGE = 500;

/** Loads a page of 50 to 500 rows into the cache: after a cursor, or the first one. */
export async function loadPage(variables: ListVariables, after: string | null, rows: number): Promise<void> {
  const first = Math.min(Math.max(rows, PAGE), LARGEST_PAGE);
  // Through a second, idle query: the screen's own would show its skeleton, and lose the rows on an error. `fetchMore` only
  // writes; a plain query would read the whole list back.
  const page = { variables: { ...variables, after, first }, errorPolicy: "all" } as const;
  const idle = client.watchQuery({ query: ConsultaPaginaDocument, ...page, fetchPolicy: "standby" });
  const { data, error } = await idle.fetchMore(page);
  // A failed detail does not fail the page.
  if (error && !data?.acionamentos) throw error;
}

/** Infinite scrolling: loads the next page into the cache, unless it is loading. */
export function useNextPage(variables: ListVariables, { endCursor, hasNextPage }: ConsultaPageFragment["pageInfo"]) {
  const [failed, setFailed] = useState<{ readonly after: string; readonly errorMessage: string }>();
  /** The cursor of the page in flight. */
  const loadingAfter = useRef<string>(null);

  async function load(): Promise<void> {
    if (!hasNextPage || endCursor === null || loadingAfter.current === endCursor) return;
    loadingAfter.current = endCursor;
    setFailed(undefined);
    try {
      await loadPage(variables, endCursor, PAGE);
    } catch (error) {
      loadingAfter.current = null;
      setFailed({ after: endCursor, errorMessage: messageOf(error) });
    }
  }
  return { errorMessage: failed?.after === endCursor ? failed.errorMessage : undefined, load };
}
