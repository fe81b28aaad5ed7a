import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { Link, Outlet, useLocation } from "react-router";
import { useSession } from "../session.ts";
import { displayName } from "./displayName.ts";
import { PageTitle } from "../ui/PageHeader.tsx";
import { Notice } from "../ui/StateNotice.tsx";
import { GUARDED, guardedPath, usePermissions } from "./permission.ts";

/** The screen of the address, if the menu has it. None once the session has ended, until the router leaves. */
export function PermittedScreen() {
  const isPermitted = usePermissions();
  const path = guardedPath(useLocation().pathname);
  const usuario = useSession()?.usuario;
  if (!usuario) return null;
  if (!path || isPermitted(path)) return <Outlet />;
  const action = (
    <Button component={Link} to="/home-page">
      Ir para o início
    </Button>
  );
  return (
    <div className="page">
      <section className="card">
        <Notice icon={IconLock} heading={<PageTitle key={path}>Sem acesso a esta tela</PageTitle>} action={action}>
          O menu de {displayName(usuario)}
          {usuario.perfil && ` (${usuario.perfil})`} não tem “{GUARDED[path]}”. Quem administra o sistema pode dar esse
          acesso.
        </Notice>
      </section>
    </div>
  );
}
