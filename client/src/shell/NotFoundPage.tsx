import { Button } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { Link } from "react-router";
import { useSession } from "../session.ts";
import { PageTitle } from "../ui/PageHeader.tsx";
import { SignedOutLayout } from "./SignedOutLayout.tsx";

/** Shown for unknown addresses. */
export function NotFoundPage() {
  const isSignedIn = useSession() !== null;
  return (
    <SignedOutLayout>
      <div className="not-found">
        <IconMapQuestion size={40} stroke={1.5} aria-hidden />
        <PageTitle>Página não encontrada</PageTitle>
        <p>O endereço não existe no portal. Confira se foi copiado inteiro.</p>
        <Button component={Link} to={isSignedIn ? "/home-page" : "/login-pg"}>
          {isSignedIn ? "Ir para o início" : "Ir para o login"}
        </Button>
      </div>
    </SignedOutLayout>
  );
}
