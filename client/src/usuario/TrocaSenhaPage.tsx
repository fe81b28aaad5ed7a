import "./usuario.css";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { clearEmailToChange, currentSession, emailToChange, useSession } from "../session.ts";
import { SignedOutLayout } from "../shell/SignedOutLayout.tsx";
import { type LoginRouteState, loginRouteState } from "../shell/loginRouteState.ts";
import { Shell } from "../shell/Shell.tsx";
import { showAlert } from "../ui/overlays.ts";
import { PageHeader, PageTitle } from "../ui/PageHeader.tsx";
import { SenhaForm } from "./SenhaForm.tsx";
import { showToast } from "../ui/toast.ts";

const TITLE = "Trocar senha";

/** Password change: in the shell with a session, in the signed-out layout for a forced change before the login. */
export function TrocaSenhaPage() {
  const session = useSession();
  // Fixed when the screen opens, even if the session ends meanwhile.
  const [isSignedIn] = useState(session !== null);
  return isSignedIn ? <Chosen email={session?.usuario.email ?? null} /> : <Forced />;
}

function showSuccess(mensagem: string) {
  if (currentSession()) showToast(mensagem, "verde");
  // The session has ended meanwhile: the login that follows needs the new password.
  else showAlert(`${mensagem} Entre com a nova senha.`);
}

/** This session stays open; the user's other sessions end. */
function Chosen({ email }: { readonly email: string | null }) {
  return (
    <Shell>
      <div className="page page-narrow">
        <PageHeader title={TITLE}>Suas sessões em outros computadores terminam; esta continua.</PageHeader>
        <section className="card senha-card">
          <SenhaForm email={email} onChanged={showSuccess} />
        </section>
      </div>
    </Shell>
  );
}

function Forced() {
  const navigate = useNavigate();
  // Keeps the return address and its history state.
  const { search, state } = useLocation();
  const { voltar } = loginRouteState(state);
  const [email] = useState(emailToChange);
  const login = { pathname: "/login-pg", search };

  async function goToLogin(mensagem: string, address: string) {
    const kept: LoginRouteState = { email: address, mensagem, voltar };
    clearEmailToChange();
    await navigate(login, { replace: true, state: kept });
  }

  return (
    <SignedOutLayout
      footer={
        <Link to={login} state={{ voltar }} className="entrance-link" onClick={clearEmailToChange}>
          Voltar ao login
        </Link>
      }
    >
      <header>
        <PageTitle>{TITLE}</PageTitle>
        <p>Antes de entrar, escolha uma nova senha.</p>
      </header>
      <SenhaForm email={email} onChanged={goToLogin} />
    </SignedOutLayout>
  );
}
