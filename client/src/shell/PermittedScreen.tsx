import { IconLock } from "@tabler/icons-react";
import { Outlet, useLocation } from "react-router";
import { displayName, useSession } from "../session.ts";
import { ScreenNotice } from "../ui/Notice.tsx";
import { GUARDED, guardedPath, usePermissions } from "./permission.ts";

/** The screen of the address, if the menu has it. None once the session has ended, until the router leaves. */
export function PermittedScreen() {
  const isPermitted = usePermissions();
  const path = guardedPath(useLocation().pathname);
  const usuario = useSession()?.usuario;
  if (!usuario) return null;
  if (!path || isPermitted(path)) return <Outlet />;
  return (
    <div className="page">
      <section className="card">
        <ScreenNotice key={path} icon={IconLock} title="Sem acesso a esta tela">
          O menu de {displayName(usuario)}
          {usuario.perfil && ` (${usuario.perfil})`} não tem “{GUARDED[path]}”. Quem administra o sistema pode dar esse
          acesso.
        </ScreenNotice>
      </section>
    </div>
  );
}
