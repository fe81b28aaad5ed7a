import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useEffect } from "react";
import { formatInstant, formatTime, today } from "../format/date.ts";
import { refresh, usePainel } from "./painelStore.ts";

const MINUTE_MS = 60_000;

/** Reloads the dashboard every minute while the page is visible. */
export function useRefreshEveryMinute(): void {
  const { isLoading, loadedAt } = usePainel();
  // If nothing could be loaded yet, there is a retry button instead.
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

/** When the figures were loaded. Announced to screen readers only if a reload failed. */
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

/** `às 14:03` today, else date and time. */
function momentOf(moment: Date, preposition: "às" | "das"): string {
  if (today(moment) === today()) return `${preposition} ${formatTime(moment)}`;
  return `${preposition === "às" ? "em" : "de"} ${formatInstant(moment.toISOString())}`;
}
