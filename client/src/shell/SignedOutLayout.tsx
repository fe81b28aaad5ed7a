import { type ReactNode, useEffect } from "react";
import { isProduction } from "../environment.ts";
import { markFirstScreenDrawn } from "../ui/firstScreen.ts";
import { Logo } from "../ui/Logo.tsx";

/** Layout of the screens without a session: a card and, on wide screens, a brand panel. */
export function SignedOutLayout({ children, footer }: { readonly children: ReactNode; readonly footer?: ReactNode }) {
  useEffect(markFirstScreenDrawn, []);
  return (
    <div className="entrance">
      <header className="entrance-panel">
        <div className="mark">
          <Logo />
          {!isProduction && <span className="environment">Homologação</span>}
        </div>
        <p className="entrance-motto">
          O portal da assistência pet
          <span>Registre, acompanhe e reabra acionamentos em um só lugar.</span>
        </p>
        <Paw />
      </header>
      <div className="entrance-door">
        <main className="entrance-card">{children}</main>
        {footer && <footer>{footer}</footer>}
      </div>
    </div>
  );
}

/** The logo's paw as a decoration. */
function Paw() {
  return (
    <svg className="entrance-paw" viewBox="3 4 26 23" aria-hidden>
      <path d="M16 20.5 7.5 15M16 20.5 12.5 9M16 20.5 19.5 9M16 20.5 24.5 15" />
      <circle cx="7.5" cy="15" r="2.7" />
      <circle cx="12.5" cy="9" r="2.9" />
      <circle cx="19.5" cy="9" r="2.9" />
      <circle cx="24.5" cy="15" r="2.7" />
      <path d="M16 15.6c2.9 0 6 3.3 6 6.3 0 2.3-1.8 3.5-3.5 3.5-1 0-1.7-.5-2.5-.5s-1.5.5-2.5.5c-1.7 0-3.5-1.2-3.5-3.5 0-3 3.1-6.3 6-6.3z" />
    </svg>
  );
}
