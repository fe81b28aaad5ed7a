import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useEffect } from "react";
import { formatInstant, formatTime, today } from "../format/date.ts";
import { refresh, useReading } from "./reading.ts";

const MINUTE_MS = 60_000;

/** Reads the dashboard anew a minute after it was read, as long as somebody may be looking at it. */
export function useRefreshEveryMinute(): void {
  const { isUnderWay, readAt } = useReading();
  // Where nothing could be read yet, a button offers to try again.
  const isWaiting = !isUnderWay && readAt !== null;

  useEffect(() => {
    if (!isWaiting) return undefined;
    const due = Date.now() + MINUTE_MS;
    const isSeen = () => document.visibilityState === "visible";
    const timer = setTimeout(() => {
      if (isSeen()) refresh();
    }, MINUTE_MS);
    const onSeenAgain = () => {
      if (isSeen() && Date.now() >= due) refresh();
    };
    document.addEventListener("visibilitychange", onSeenAgain);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onSeenAgain);
    };
  }, [isWaiting]);
}

export function RefreshButton() {
  const { isUnderWay } = useReading();
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} className={isUnderWay ? "painel-turning" : undefined} aria-hidden />}
      aria-busy={isUnderWay}
      onClick={refresh}
    >
      Atualizar
    </Button>
  );
}

/** When the figures were read; said aloud only where they could not be read anew. */
export function ReadAt() {
  const { isUnderWay, readAt, failure, parts } = useReading();
  const isPartial = Object.values(parts).some(({ fault }) => fault !== null);
  const isOld = readAt !== null && failure !== null;
  return (
    <span className="painel-read-at figures">
      {!readAt && isUnderWay && "Carregando…"}
      {readAt && !isOld && `Atualizado ${momentOf(readAt, "às")}`}
      <span role="status">
        {isOld && `Não foi possível atualizar: os números são ${momentOf(readAt, "das")}.`}
        {readAt && !isOld && isPartial && " · parte não pôde ser lida"}
      </span>
    </span>
  );
}

/** `às 14:03` of today, or the day and the time. */
function momentOf(moment: Date, preposition: "às" | "das"): string {
  if (today(moment) === today()) return `${preposition} ${formatTime(moment)}`;
  return `${preposition === "às" ? "em" : "de"} ${formatInstant(moment.toISOString())}`;
}
