import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { useApolloClient } from "@apollo/client/react";
import { equal } from "@wry/equality";
import { useState } from "react";
import { PainelLiveDocument, TotaisPorMesDocument, type PainelFragment as Painel } from "../gql/graphql.ts";
import { type LiveState, useLive } from "../graph/useLive.ts";
import { useAnnouncement } from "../ui/useAnnouncement.ts";
import { loadFila, recordEvent, usePainel } from "./painelStore.ts";

export interface LivePainel {
  readonly state: LiveState;
  /** Said to screen readers. */
  readonly announcement: string;
}

/** The figures, and the totals of a year, as they change. `shown` are the figures on the screen. */
export function useLivePainel(ano: number, shown: Painel["painel"] | null): LivePainel {
  const client = useApolloClient();
  const hasAnswer = usePainel(({ loadedAt, isLoading }) => !isLoading && loadedAt !== null);
  // Once the query of this visit has its answer; a later reload does not close the stream.
  const [isReady, setReady] = useState(false);
  if (!isReady && hasAnswer) setReady(true);
  const [announcement, announce] = useAnnouncement();
  const state = useLive(
    PainelLiveDocument,
    { ano },
    {
      isReady,
      errorPolicy: "all",
      fetchPolicy: "no-cache",
      onEvent: ({ data, error, isFirst }) => {
        if (data?.painel) {
          const extensions = (CombinedGraphQLErrors.is(error) && error.extensions) || {};
          const { totaisPorStatus, ...painel } = data.painel;
          // The first event repeats what the query has read.
          if (!equal(painel, shown)) {
            client.cache.write({
              dataId: "ROOT_QUERY",
              query: PainelLiveDocument,
              variables: { ano },
              result: data,
              extensions,
            });
          }
          const totals = { __typename: "Query", totaisPorStatus } as const;
          client.writeQuery({ query: TotaisPorMesDocument, variables: { ano }, data: totals, extensions });
          recordEvent(error, ano);
        }
        if (isFirst) return;
        // What changed the figures may have changed the queue.
        void loadFila();
        announce("Os números mudaram.");
      },
    },
  );
  return { state, announcement };
}
