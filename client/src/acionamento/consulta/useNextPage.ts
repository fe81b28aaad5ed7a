import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useMemo, useRef, useState } from "react";
import { ConsultaDocument, type ConsultaQueryVariables } from "../../gql/graphql.ts";
import { messageOf } from "../../graph/errors.ts";
import { pageAfter } from "./consulta.query.ts";

/** Rows of a page, and the most that the graph gives. */
export const PAGE = 50;
export const LARGEST_PAGE = 500;

interface NextPage {
  /** Error message of the next page. */
  readonly errorMessage: string | undefined;
  /** Loads the next page, of 50 rows or more, unless it is loading or has failed. */
  readonly read: (rows?: number) => void;
  /** Loads it after a failure. */
  readonly retry: () => void;
}

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
  await beside.fetchMore({ variables: pageAfter(variables, after, Math.min(Math.max(rows, PAGE), LARGEST_PAGE)) });
}

/** Infinite scrolling: loads the next page into the cache. */
export function useNextPage(
  variables: ConsultaQueryVariables,
  { endCursor, hasNextPage }: { readonly endCursor: string | null; readonly hasNextPage: boolean },
): NextPage {
  const client = useApolloClient();
  const [failed, setFailed] = useState<{ readonly after: string; readonly errorMessage: string }>();
  /** The cursor of the page in flight. */
  const loadingAfter = useRef<string>(null);
  const errorMessage = failed?.after === endCursor ? failed?.errorMessage : undefined;

  return useMemo(() => {
    const load = async (rows = PAGE) => {
      if (!hasNextPage || endCursor === null || loadingAfter.current === endCursor) return;
      loadingAfter.current = endCursor;
      setFailed(undefined);
      try {
        await loadPage(client, variables, endCursor, rows);
      } catch (error) {
        loadingAfter.current = null;
        setFailed({ after: endCursor, errorMessage: messageOf(error) });
      }
    };
    return {
      errorMessage,
      read: (rows) => {
        if (errorMessage === undefined) void load(rows);
      },
      retry: () => void load(),
    };
  }, [client, variables, endCursor, hasNextPage, errorMessage]);
}
