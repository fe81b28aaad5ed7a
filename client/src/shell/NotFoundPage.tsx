import { Button } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { Link } from "react-router";
import { useSession } from "../session.ts";
import { PageTitle } from "../ui/PageHeader.tsx";
import { Notice } from "../ui/StateNotice.tsx";
import { Shell } from "./Shell.tsx";
import { SignedOutLayout } from "./SignedOutLayout.tsx";

/** Shown for unknown addresses: in the shell with a session. */
export function NotFoundPage() {
  const isSignedIn = useSession() !== null;
  if (!isSignedIn) return <SignedOutLayout>{notFound("/login-pg", "Ir para o login")}</SignedOutLayout>;
  return (
    <Shell>
      <div className="page">
        <section className="card">{notFound("/home-page", "Ir para o início")}</section>
      </div>
    </Shell>
  );
}

function notFound(to: string, label: string) {
  const action = (
    <Button component={Link} to={to}>
      {label}
    </Button>
  );
  return (
    <Notice icon={IconMapQuestion} heading={<PageTitle>Página não encontrada</PageTitle>} action={action}>
      O endereço não existe no portal. Confira se foi copiado inteiro.
    </Notice>
  );
}
