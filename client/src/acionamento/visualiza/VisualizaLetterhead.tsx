import { serverNow } from "../../clock.ts";
import { isProduction } from "../../environment.ts";
import { formatInstant } from "../../format/date.ts";
import { useSession } from "../../session.ts";
import { Logo } from "../../ui/Logo.tsx";
import { useIsPrinting } from "../../ui/useIsPrinting.ts";

/** Header of the printed page: product, user and time. */
export function VisualizaLetterhead() {
  const nome = useSession()?.usuario.nome;
  const isPrinting = useIsPrinting();
  return (
    <div className="visualiza-letterhead">
      <Logo />
      <p>
        Assistência pet{!isProduction && " · Homologação"}
        <br />
        {isPrinting && (
          <span>{`Impresso em ${formatInstant(new Date(serverNow()).toISOString())} por ${nome ?? ""}`}</span>
        )}
      </p>
    </div>
  );
}
