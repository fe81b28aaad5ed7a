import { Button } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { Link } from "react-router";
import { useSession } from "../session.ts";
import { PageTitle } from "../ui/PageHeader.tsx";
import { lazyPart } from "../ui/lazyPart.ts";
import { Notice } from "../ui/StateNotice.tsx";
import { SignedOutLayout } from "./SignedOutLayout.tsx";

const useShell = lazyPart(async () => (await import("./Shell.tsx")).Shell);

/** Shown for unknown addresses: in the shell with a session. */
export function NotFoundPage() {
  const isSignedIn = useSession() !== null;
  return isSignedIn ? <InShell /> : <SignedOutLayout>{notFound("/login-pg", "Ir para o login")}</SignedOutLayout>;
}

function InShell() {
  const [Shell] = useShell();
  if (!Shell) return null;
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
