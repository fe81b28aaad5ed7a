import { useApolloClient } from "@apollo/client/react";
import { useMemo, useRef, useState } from "react";
import type { ConsultaQueryVariables } from "../../gql/graphql.ts";
import { messageOf } from "../../graph/errors.ts";
import { ConsultaQuery, pageAfter } from "./consulta.query.ts";

interface NextPage {
  /** Why the page that follows did not come. */
  readonly errorMessage: string | undefined;
  /** Reads the page that follows, unless it is under way, or has failed. */
  readonly read: () => void;
  /** Reads it after it has failed. */
  readonly retry: () => void;
}

/** Reading on in a list: the cache adds the page to those that are there. */
export function useNextPage(
  variables: ConsultaQueryVariables,
  { endCursor, hasNextPage }: { readonly endCursor: string | null; readonly hasNextPage: boolean },
): NextPage {
  const client = useApolloClient();
  const [failed, setFailed] = useState<{ readonly after: string; readonly errorMessage: string }>();
  /** The cursor that a page has been asked for after. */
  const asked = useRef<string>(null);
  const errorMessage = failed?.after === endCursor ? failed?.errorMessage : undefined;

  return useMemo(() => {
    const setFilter = async () => {
      if (!hasNextPage || endCursor === null || asked.current === endCursor) return;
      asked.current = endCursor;
      setFailed(undefined);
      try {
        // Beside the list's own query: that one would show its skeleton again, and lose the rows if this fails. And by
        // `fetchMore`, which only writes: a query of the page would read the whole list back as its own.
        const beside = client.watchQuery({ query: ConsultaQuery, variables, fetchPolicy: "standby" });
        await beside.fetchMore({ variables: pageAfter(variables, endCursor) });
      } catch (error) {
        asked.current = null;
        setFailed({ after: endCursor, errorMessage: messageOf(error) });
      }
    };
    return {
      errorMessage,
      read: () => {
        if (errorMessage === undefined) void setFilter();
      },
      retry: () => void setFilter(),
    };
  }, [client, variables, endCursor, hasNextPage, errorMessage]);
}
