import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { Link } from "react-router";
import { useSession } from "../session.ts";
import { PageTitle } from "../ui/PageHeader.tsx";
import { GUARDED, type GuardedPath } from "./permission.ts";

/** Shown instead of a screen that the user's menu does not have. */
export function NoPermission({ path }: { readonly path: GuardedPath }) {
  const usuario = useSession()?.usuario;
  const perfil = usuario?.perfil ? ` (${usuario.perfil})` : "";
  return (
    <div className="page">
      <section className="card">
        <div className="not-found">
          <IconLock size={40} stroke={1.5} aria-hidden />
          <PageTitle>Sem acesso a esta tela</PageTitle>
          <p>
            O menu de {usuario?.nome}
            {perfil} não tem “{GUARDED[path]}”. Quem administra o sistema pode dar esse acesso.
          </p>
          <Button component={Link} to="/home-page">
            Ir para o início
          </Button>
        </div>
      </section>
    </div>
  );
}
