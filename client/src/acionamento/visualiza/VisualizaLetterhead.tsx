import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { serverNow } from "../../clock.ts";
import { isProduction } from "../../environment.ts";
import { formatInstant } from "../../format/date.ts";
import { useSession } from "../../session.ts";
import { Logo } from "../../ui/Logo.tsx";

/** Header of the printed page: product, user and time. */
export function VisualizaLetterhead() {
  const nome = useSession()?.usuario.nome;
  const [printedAt, setPrintedAt] = useState("");

  useEffect(() => {
    // The browser prints the page as it is when the listener returns.
    const onPrint = () => flushSync(() => setPrintedAt(formatInstant(new Date(serverNow()).toISOString())));
    window.addEventListener("beforeprint", onPrint);
    return () => window.removeEventListener("beforeprint", onPrint);
  }, []);

  return (
    <div className="visualiza-letterhead">
      <Logo />
      <p>
        Assistência pet{!isProduction && " · Homologação"}
        <br />
        <span>{`${printedAt && `Impresso em ${printedAt}`}${nome ? ` por ${nome}` : ""}`}</span>
      </p>
    </div>
  );
}
