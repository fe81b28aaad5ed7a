import type { ReactNode } from "react";
import { isProduction } from "../environment.ts";
import { Mark } from "../ui/Mark.tsx";

/** The frame of the screens of people who are not signed in: one card under the mark. */
export function Entrance({ children, footer }: { readonly children: ReactNode; readonly footer?: ReactNode }) {
  return (
    <div className="entrance">
      <div className="mark">
        <Mark />
        {!isProduction && <span className="environment">Homologação</span>}
      </div>
      <main className="entrance-card">{children}</main>
      {footer && <footer>{footer}</footer>}
    </div>
  );
}
