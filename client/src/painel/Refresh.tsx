import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useEffect } from "react";
import { formatInstant, formatTime, today } from "../format/date.ts";
import { refresh, usePainel } from "./painelStore.ts";

const MINUTE_MS = 60_000;

/** Reads the dashboard anew a minute after it was read, as long as somebody may be looking at it. */
export function useRefreshEveryMinute(): void {
  const { isLoading, loadedAt } = usePainel();
  // Where nothing could be read yet, a button offers to try again.
  const isWaiting = !isLoading && loadedAt !== null;

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
  const { isLoading } = usePainel();
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} className={isLoading ? "painel-turning" : undefined} aria-hidden />}
      aria-busy={isLoading}
      onClick={refresh}
    >
      Atualizar
    </Button>
  );
}

/** When the figures were read; said aloud only where they could not be read anew. */
export function LoadedAt() {
  const { isLoading, loadedAt, loadError, parts } = usePainel();
  const isPartial = Object.values(parts).some(({ errorMessage }) => errorMessage !== null);
  const isOld = loadedAt !== null && loadError !== null;
  return (
    <span className="painel-read-at figures">
      {!loadedAt && isLoading && "Carregando…"}
      {loadedAt && !isOld && `Atualizado ${momentOf(loadedAt, "às")}`}
      <span role="status">
        {isOld && `Não foi possível atualizar: os números são ${momentOf(loadedAt, "das")}.`}
        {loadedAt && !isOld && isPartial && " · parte não pôde ser lida"}
      </span>
    </span>
  );
}

/** `às 14:03` of today, or the day and the time. */
function momentOf(moment: Date, preposition: "às" | "das"): string {
  if (today(moment) === today()) return `${preposition} ${formatTime(moment)}`;
  return `${preposition === "às" ? "em" : "de"} ${formatInstant(moment.toISOString())}`;
}
