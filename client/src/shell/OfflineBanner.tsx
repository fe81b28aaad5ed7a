import { useNetwork } from "@mantine/hooks";
import { IconWifiOff } from "@tabler/icons-react";

export function OfflineBanner() {
  const { online } = useNetwork();
  return (
    <div role="status" className="connection no-print">
      {!online && (
        <p>
          <IconWifiOff size={18} aria-hidden /> Sem conexão. O que você digita fica guardado.
        </p>
      )}
    </div>
  );
}
