import { IconMapQuestion } from "@tabler/icons-react";
import { useSession } from "../session.ts";
import { ScreenNotice } from "../ui/Notice.tsx";
import { Shell } from "./Shell.tsx";
import { SignedOutLayout } from "./SignedOutLayout.tsx";

/** Shown for unknown addresses: in the shell with a session. */
export function NotFoundPage() {
  const isSignedIn = useSession() !== null;
  const login = { to: "/login-pg", label: "Ir para o login" };
  const notice = (
    <ScreenNotice icon={IconMapQuestion} title="Página não encontrada" {...(!isSignedIn && login)}>
      O endereço não existe no portal. Confira se foi copiado inteiro.
    </ScreenNotice>
  );
  if (!isSignedIn) return <SignedOutLayout>{notice}</SignedOutLayout>;
  return (
    <Shell>
      <div className="page">
        <section className="card">{notice}</section>
      </div>
    </Shell>
  );
}
