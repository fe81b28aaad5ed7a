import { Button, Progress } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useLoaderData, useLocation, useNavigate } from "react-router";
import { serverNow } from "../clock.ts";
import { cadastroUrl } from "../environment.ts";
import { signIn } from "../graph/clientSession.ts";
import { clearEmailToChange, type Usuario } from "../session.ts";
import { loginRouteState } from "../shell/loginRouteState.ts";
import { afterLogin } from "../shell/routeGuards.ts";
import { SignedOutLayout } from "../shell/SignedOutLayout.tsx";
import { isBusy } from "../ui/overlays.ts";
import { PageTitle } from "../ui/PageHeader.tsx";
import { forgetMessage } from "./errorCatalogue.ts";
import { CodeStep } from "./CodeStep.tsx";
import { EmailStep } from "./EmailStep.tsx";
import { LeftDrafts } from "./LeftDrafts.tsx";
import { loadCalls } from "./loadCalls.ts";
import { PasswordStep } from "./PasswordStep.tsx";
import { usePasswordChange } from "./usePasswordChange.ts";
import { type Desafio, type LoginStep, useLoginStep } from "./useLoginStep.ts";

const STEPS = ["email", "codigo", "senha"] as const;
const HEADINGS = { email: "E-mail", codigo: "Validação de Login", senha: "Validação de Senha" };

/**
 * The login wizard with three steps (§2, §4), also shown at `/logout-pg`, whose loader ends the session. The step is in the
 * history state, so that Back leads to the e-mail and a reload stays. A code works once: the password step replaces the
 * code step. What is typed is kept in component state only.
 */
export function LoginPage() {
  const { search, state } = useLocation();
  const { email: handedEmail = "", mensagem, voltar } = loginRouteState(state);
  const [hasMoved, setMoved] = useState(false);
  useEffect(forgetMessage, []);
  const leftBy = useLoaderData<{ readonly leftBy: string } | null>()?.leftBy;
  const navigate = useNavigate();
  const { step, returnToFirstEntry } = useLoginStep();
  const [email, setEmail] = useState(step.name === "email" ? handedEmail : step.email);

  const [codigo, setCodigo] = useState("");
  useEffect(() => {
    // While the user types: who only looks at the login loads a third less.
    const load = () => void loadCalls().catch(() => undefined);
    window.addEventListener("input", load, { once: true });
    return () => window.removeEventListener("input", load);
  }, []);

  const move = async (next: LoginStep, { replace }: { readonly replace: boolean }) => {
    setMoved(true);
    setCodigo("");
    await navigate({ search }, { replace, state: { ...Object(state), step: next } });
  };
  const goBack = () => {
    setMoved(true);
    void navigate(-1);
  };
  const goBackWithoutEmail = () => {
    setEmail("");
    goBack();
  };
  const onSent = (desafio: Desafio, address: string) => {
    setEmail(address);
    return move({ name: "codigo", email: address, desafio, sentAt: serverNow() }, { replace: false });
  };

  const onEntered = async (token: string, usuario: Usuario) => {
    // The steps must not stay below the next screen.
    await returnToFirstEntry();
    await signIn(token, usuario);
    clearEmailToChange();
    await navigate(afterLogin(search), { replace: true, state: voltar });
  };

  const laterStep = { onDesafioSpent: goBack, onPasswordDue: usePasswordChange() };
  const number = STEPS.indexOf(step.name) + 1;
  return (
    <SignedOutLayout
      footer={
        <>
          É novo por aqui?{" "}
          <a href={cadastroUrl} className="entrance-link">
            Crie uma conta
          </a>
        </>
      }
    >
      <header className="login-head">
        <PageTitle>Login</PageTitle>
        <p>Área restrita</p>
        <Progress mt="1.125rem" size={4} value={(100 * number) / STEPS.length} aria-hidden />
      </header>
      {mensagem && !hasMoved && step.name === "email" && (
        <p className="message tone-green" role="status">
          {mensagem} Entre com a nova senha.
        </p>
      )}
      <span className="visually-hidden" role="status">
        {hasMoved && `Etapa ${number} de ${STEPS.length}: ${HEADINGS[step.name]}`}
      </span>
      {leftBy && !hasMoved && <LeftDrafts leftBy={leftBy} />}
      {step.name === "email" && <EmailStep email={email} onSent={onSent} />}
      {step.name === "codigo" && (
        <CodeStep
          key={step.sentAt}
          step={step}
          text={codigo}
          onTextChange={setCodigo}
          onAccepted={(desafio) => move({ ...step, name: "senha", desafio }, { replace: true })}
          onResent={(desafio) => move({ ...step, desafio, sentAt: serverNow() }, { replace: true })}
          onBlocked={goBackWithoutEmail}
          {...laterStep}
        />
      )}
      {step.name === "senha" && <PasswordStep step={step} onEntered={onEntered} {...laterStep} />}
      {step.name !== "email" && (
        <Button
          variant="subtle"
          display="block"
          m="0.75rem auto -0.5rem"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => {
            if (!isBusy()) goBack();
          }}
        >
          Voltar
        </Button>
      )}
    </SignedOutLayout>
  );
}
