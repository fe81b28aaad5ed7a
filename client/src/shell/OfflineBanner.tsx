import { IconWifiOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";

/** A banner while the browser is offline. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="connection no-print">
      {!isOnline && (
        <p>
          <IconWifiOff size={18} aria-hidden /> Sem conexão. O que você digita fica guardado.
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
