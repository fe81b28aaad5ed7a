import { Button, Loader } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatMoment } from "../format/date.ts";
import { useFieldStates } from "../graph/fieldStates.ts";
import { FIELDS } from "./DashboardCard.tsx";

/** Reloads the dashboard, which follows the services by itself. */
export function RefreshButton({ isLoading, onRefresh }: { readonly isLoading: boolean; onRefresh(): void }) {
  return (
    <Button
      variant="default"
      className="icon-when-narrow"
      title="Atualizar"
      leftSection={isLoading ? <Loader size={16} aria-hidden /> : <IconRefresh size={16} aria-hidden />}
      aria-busy={isLoading}
      onClick={onRefresh}
    >
      Atualizar
    </Button>
  );
}

interface LoadedAtProps {
  /** Whether the last load failed as a whole. */
  readonly isOld: boolean;
  readonly isLive: boolean;
  readonly children: ReactNode;
}

/** When the figures last came, and whether they still follow the services. */
export function LoadedAt({ isOld, isLive, children }: LoadedAtProps) {
  const states = useFieldStates(FIELDS);
  const last = Math.max(...states.map(({ loadedAt }) => loadedAt?.getTime() ?? 0));
  const loadedAt = last > 0 ? new Date(last) : undefined;
  const isPartial = states.some(({ errorMessage }) => errorMessage !== null);
  return (
    <span className="painel-read-at figures">
      {loadedAt && !isOld && <span>{`Atualizado ${formatMoment(loadedAt, "às")}`}</span>}
      {loadedAt && !isOld && isLive && <span>{" · ao vivo"}</span>}
      <span role="status" className="painel-partial">
        {loadedAt && isOld
          ? `Não foi possível atualizar: os números são ${formatMoment(loadedAt, "das")}.`
          : loadedAt && isPartial && " · parte não pôde ser lida"}
      </span>{" "}
      {children}
    </span>
  );
}
