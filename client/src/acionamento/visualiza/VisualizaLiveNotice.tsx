import { useRevalidator } from "react-router";
import { useLive } from "../../graph/useLive.ts";
import { LiveNotice } from "../../ui/LiveNotice.tsx";
import { useAnnouncement } from "../../ui/useAnnouncement.ts";
import { VisualizaLiveDocument } from "../../gql/graphql.ts";

export interface VisualizaLiveNoticeProps {
  readonly sinistro: string;
  /** No acionamento has the number, yet or any more. */
  readonly isUnknown?: boolean;
}

/** Follows the acionamento. The parts of the view read it from the cache. */
export function VisualizaLiveNotice({ sinistro, isUnknown = false }: VisualizaLiveNoticeProps) {
  const { revalidate } = useRevalidator();
  const [announcement, announce] = useAnnouncement();
  const state = useLive(
    VisualizaLiveDocument,
    { sinistro },
    {
      isReady: true,
      onEvent: ({ data, isFirst }) => {
        // Not read because of an error: what is shown stays.
        if (!data) return;
        const isGone = data.acionamento === null;
        if (isGone !== isUnknown) void revalidate();
        if (isGone && !isUnknown) announce("Acionamento não encontrado.");
        else if (!isUnknown && !isFirst) announce("O acionamento mudou.");
      },
    },
  );
  return <LiveNotice state={state} announcement={announcement} />;
}
