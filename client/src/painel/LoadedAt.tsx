import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { formatInstant, formatTime, today } from "../format/date.ts";
import { LiveNotice } from "../ui/LiveNotice.tsx";
import { refresh, usePainel } from "./painelStore.ts";
import type { LivePainel } from "./useLivePainel.ts";

/** Reloads the dashboard, which follows the services by itself. */
export function RefreshButton() {
  const isLoading = usePainel((painel) => painel.isLoading);
  return (
    <Button
      variant="default"
      className="icon-when-narrow"
      title="Atualizar"
      leftSection={<IconRefresh size={16} className={isLoading ? "painel-turning" : undefined} aria-hidden />}
      aria-busy={isLoading}
      onClick={refresh}
    >
      Atualizar
    </Button>
  );
}

/** When the figures last came, and whether they still follow the services. */
export function LoadedAt({ live: { state, announcement } }: { readonly live: LivePainel }) {
  const isLoading = usePainel((painel) => painel.isLoading);
  const loadedAt = usePainel((painel) => painel.loadedAt);
  const loadError = usePainel((painel) => painel.loadError);
  const isPartial = usePainel(({ parts }) => Object.values(parts).some(({ errorMessage }) => errorMessage !== null));
  const isOld = loadedAt !== null && loadError !== null;
  return (
    <span className="painel-read-at figures">
      {!loadedAt && isLoading && <span>Carregando…</span>}
      {loadedAt && !isOld && <span>{`Atualizado ${momentOf(loadedAt, "às")}`}</span>}
      {loadedAt && !isOld && state === "open" && <span className="painel-live">ao vivo</span>}
      <span role="status" className="painel-partial">
        {isOld
          ? `Não foi possível atualizar: os números são ${momentOf(loadedAt, "das")}.`
          : loadedAt && isPartial && " · parte não pôde ser lida"}
      </span>{" "}
      <LiveNotice state={state} announcement={announcement} />
    </span>
  );
}

/** `às 14:03` today, else date and time. */
function momentOf(moment: Date, preposition: "às" | "das"): string {
  if (today(moment) === today()) return `${preposition} ${formatTime(moment)}`;
  return `${preposition === "às" ? "em" : "de"} ${formatInstant(moment.toISOString())}`;
}
