import { Button, Group } from "@mantine/core";
import { IconDownload, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { counted, formatCount } from "../../format/count.ts";
import type { ConsultaQueryVariables } from "../../gql/graphql.ts";
import { isUnauthenticated, messageOf } from "../../graph/errors.ts";
import { showAlert } from "../../ui/overlays.ts";
import { showToast } from "../../ui/toast.ts";
import type { Filter } from "./consulta.address.ts";

interface ConsultaExportProps {
  readonly variables: ConsultaQueryVariables;
  readonly filter: Filter;
}

/** Exports the whole result as CSV, with the filter, search and order at the start. */
export function ConsultaExport({ variables, filter }: ConsultaExportProps) {
  const [progress, setProgress] = useState<string>();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const abort = new AbortController();
    running.current = abort;
    setProgress("Exportando…");
    const onProgress = (read: number, total: number) =>
      setProgress(`Exportando: ${formatCount(read)} de ${counted(total, "acionamento", "acionamentos")}`);
    try {
      const { exportName, readExport } = await import("./consulta.export.ts");
      save(await readExport(variables, onProgress, abort.signal), exportName(filter));
      showToast("A lista foi exportada.");
    } catch (error) {
      if (!abort.signal.aborted && !isUnauthenticated(error)) {
        showAlert(`A exportação não terminou, e nenhum arquivo foi salvo.\n${messageOf(error)}`);
      }
    } finally {
      running.current = null;
      setProgress(undefined);
    }
  };
  const isRunning = progress !== undefined;
  return (
    <Group gap="sm" c="var(--ink-soft)" fz="sm">
      <span role="status" className="figures">
        {progress}
      </span>
      <Button
        variant="default"
        className={isRunning ? undefined : "icon-when-narrow"}
        title={isRunning ? undefined : "Exportar a lista como CSV"}
        leftSection={isRunning ? <IconX size={18} aria-hidden /> : <IconDownload size={18} aria-hidden />}
        onClick={(event) => {
          // The second click of a double click does not cancel what the first one started.
          if (event.detail > 1) return;
          if (running.current) running.current.abort();
          else void start();
        }}
      >
        {isRunning ? "Cancelar exportação" : "Exportar CSV"}
      </Button>
    </Group>
  );
}

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
