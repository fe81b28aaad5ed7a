import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { type LiveState, useLive } from "../graph/useLive.ts";
import { useAnnouncement } from "../ui/useAnnouncement.ts";
import { PainelLive, TotaisLive } from "./painel.live.ts";
import { loadFila, PAINEL_PARTS, recordAnswer, TotaisQuery, usePainel } from "./painelStore.ts";

export interface LivePainel {
  readonly state: LiveState;
  /** Said to screen readers. */
  readonly announcement: string;
}

/** The figures, and the totals of a year, as they change. */
export function useLivePainel(ano: number): LivePainel {
  const client = useApolloClient();
  const { loadedAt, isLoading, parts } = usePainel();
  // Once the query of this visit has its answer; a later reload does not close the streams.
  const [isReady, setReady] = useState(false);
  if (!isReady && !isLoading && loadedAt !== null) setReady(true);
  const [announcement, announce] = useAnnouncement();
  const told = (isFirst: boolean) => {
    if (!isFirst) announce("Os números mudaram.");
  };

  const figures = useLive(
    PainelLive,
    {},
    {
      isReady,
      errorPolicy: "all",
      // The figures are in the cache.
      onEvent: ({ data, error, isFirst }) => {
        if (data?.painel) recordAnswer(error, PAINEL_PARTS);
        // What changed the figures may have changed the queue.
        if (!isFirst) void loadFila();
        told(isFirst);
      },
    },
  );
  const totals = useLive(
    TotaisLive,
    { ano },
    {
      isReady: isReady && parts.totaisPorStatus.loadedAt !== null,
      errorPolicy: "all",
      onEvent: ({ data, error, isFirst }) => {
        if (!data) return;
        const { totaisPorStatus } = data;
        client.writeQuery({ query: TotaisQuery, variables: { ano }, data: { __typename: "Query", totaisPorStatus } });
        recordAnswer(error, ["totaisPorStatus"]);
        told(isFirst);
      },
    },
  );
  return { state: [figures, totals].includes("lost") ? "lost" : figures, announcement };
}
