import { Button, Loader } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { messageOf } from "../../graph/errors.ts";
import { currentSession } from "../../session.ts";
import type { ListFilter } from "../../shell/addresses.ts";
import { showAlert } from "../../ui/overlays.ts";
import { showToast } from "../../ui/toast.ts";
import type { ListVariables } from "./consulta.query.ts";

interface ConsultaExportProps {
  readonly variables: ListVariables;
  readonly filter: ListFilter;
}

/** Exports the whole result as CSV, with the filter, search and order at the start. */
export function ConsultaExport({ variables, filter }: ConsultaExportProps) {
  const [isRunning, setRunning] = useState(false);

  async function run() {
    setRunning(true);
    try {
      const { exportName, readExport } = await import("./consulta.export.ts");
      save(await readExport(variables), exportName(filter));
      showToast("A lista foi exportada.");
    } catch (error) {
      // If the session ended, the export ends without an alert: the router tells the user.
      if (currentSession()) showAlert(`A exportação não terminou, e nenhum arquivo foi salvo.\n${messageOf(error)}`);
    } finally {
      setRunning(false);
    }
  }
  return (
    <Button
      variant="default"
      className="icon-when-narrow"
      title="Exportar a lista como CSV"
      leftSection={isRunning ? <Loader size={18} aria-hidden /> : <IconDownload size={18} aria-hidden />}
      aria-busy={isRunning}
      onClick={() => {
        if (!isRunning) void run();
      }}
    >
      Exportar CSV
    </Button>
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
