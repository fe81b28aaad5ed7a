import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { type LiveState, useLive } from "../graph/useLive.ts";
import { useAnnouncement } from "../ui/useAnnouncement.ts";
import { PainelLive } from "./painel.live.ts";
import { loadFila, recordEvent, TotaisQuery, usePainel } from "./painelStore.ts";

export interface LivePainel {
  readonly state: LiveState;
  /** Said to screen readers. */
  readonly announcement: string;
}

/** The figures, and the totals of a year, as they change. */
export function useLivePainel(ano: number): LivePainel {
  const client = useApolloClient();
  const hasAnswer = usePainel(({ loadedAt, isLoading }) => !isLoading && loadedAt !== null);
  // Once the query of this visit has its answer; a later reload does not close the stream.
  const [isReady, setReady] = useState(false);
  if (!isReady && hasAnswer) setReady(true);
  const [announcement, announce] = useAnnouncement();
  const state = useLive(
    PainelLive,
    { ano },
    {
      isReady,
      errorPolicy: "all",
      // The figures are in the cache.
      onEvent: ({ data, error, isFirst }) => {
        if (data?.painel) {
          const { totaisPorStatus } = data.painel;
          client.writeQuery({ query: TotaisQuery, variables: { ano }, data: { __typename: "Query", totaisPorStatus } });
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
