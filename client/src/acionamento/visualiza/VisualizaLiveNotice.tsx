import { useRevalidator } from "react-router";
import { useLive } from "../../graph/useLive.ts";
import { LiveNotice } from "../../ui/LiveNotice.tsx";
import { useAnnouncement } from "../../ui/useAnnouncement.ts";
import { VisualizaLive } from "./visualiza.live.ts";

export interface VisualizaLiveNoticeProps {
  readonly sinistro: string;
  /** No acionamento has the number yet. */
  readonly isUnknown?: boolean;
}

/** Follows the acionamento. The parts of the view read it from the cache. */
export function VisualizaLiveNotice({ sinistro, isUnknown = false }: VisualizaLiveNoticeProps) {
  const { revalidate } = useRevalidator();
  const [announcement, announce] = useAnnouncement();
  const state = useLive(
    VisualizaLive,
    { sinistro },
    {
      isReady: true,
      onEvent: ({ data, isFirst }) => {
        if (isUnknown && data?.acionamento) void revalidate();
        else if (data && !isFirst) announce("O acionamento mudou.");
      },
    },
  );
  return <LiveNotice state={state} announcement={announcement} />;
}
