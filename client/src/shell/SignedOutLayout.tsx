import { IconPawFilled } from "@tabler/icons-react";
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
        <IconPawFilled className="entrance-paw" aria-hidden />
      </header>
      <div className="entrance-door">
        <main className="entrance-card">{children}</main>
        {footer && <footer>{footer}</footer>}
      </div>
    </div>
  );
}
