import { useApolloClient } from "@apollo/client/react";
import { type LiveState, useLive } from "../graph/useLive.ts";
import { useAnnouncement } from "../ui/useAnnouncement.ts";
import { PainelLive, TotaisLive } from "./painel.live.ts";
import { PAINEL_PARTS, recordAnswer, TotaisQuery, usePainel } from "./painelStore.ts";

export interface LivePainel {
  readonly state: LiveState;
  /** Said to screen readers. */
  readonly announcement: string;
}

/** The figures, and the totals of a year, as they change. */
export function useLivePainel(ano: number): LivePainel {
  const client = useApolloClient();
  const { loadedAt, parts } = usePainel();
  const [announcement, announce] = useAnnouncement();
  const told = (isFirst: boolean) => {
    if (!isFirst) announce("Os números mudaram.");
  };

  const figures = useLive(
    PainelLive,
    {},
    {
      isReady: loadedAt !== null,
      errorPolicy: "all",
      // The figures are in the cache.
      onEvent: ({ data, error, isFirst }) => {
        if (data?.painel) recordAnswer(error, PAINEL_PARTS);
        told(isFirst);
      },
    },
  );
  const totals = useLive(
    TotaisLive,
    { ano },
    {
      isReady: parts.totaisPorStatus.loadedAt !== null,
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
