import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { useLoaderData, useLocation } from "react-router";
import { cadastroUrl } from "../environment.ts";
import { SignedOutLayout } from "../shell/SignedOutLayout.tsx";
import { readLoginRouteState } from "../shell/loginRouteState.ts";
import { lazyPart } from "../ui/lazyPart.ts";
import { isBusy } from "../ui/overlays.ts";
import { PageTitle } from "../ui/PageHeader.tsx";
import { useErrorCatalogue } from "./errorCatalogue.ts";
import { CodeStep } from "./CodeStep.tsx";
import type { Desafio } from "./desafio.ts";
import { EmailStep } from "./EmailStep.tsx";
import { PasswordStep } from "./PasswordStep.tsx";

const useLeftDrafts = lazyPart(async () => (await import("./LeftDrafts.tsx")).LeftDrafts);

type Stage =
  | { readonly step: "email" }
  | { readonly step: "codigo"; readonly desafio: Desafio }
  | { readonly step: "senha"; readonly desafio: Desafio };

const START: Stage = { step: "email" };
const STEPS = ["email", "codigo", "senha"] as const;
const HEADINGS = { email: "E-mail", codigo: "Validação de Login", senha: "Validação de Senha" };

/**
 * The login wizard with three steps (§2, §4), also shown at `/logout-pg`, whose loader ends the session. Inputs are kept in
 * component state only.
 */
export function LoginPage() {
  const { state } = useLocation();
  const { email: handedEmail = "", mensagem } = readLoginRouteState(state) ?? {};
  const [email, setEmail] = useState(handedEmail);
  const [stage, setStage] = useState<Stage>(START);
  const [hasMoved, setMoved] = useState(false);
  const catalogue = useErrorCatalogue();
  const leftBy = useLoaderData<{ readonly leftBy: string } | null>()?.leftBy;

  function move(next: Stage) {
    setStage(next);
    setMoved(true);
  }

  const number = STEPS.indexOf(stage.step) + 1;
  const startOver = () => move(START);
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
        <div className="login-progress" aria-hidden>
          {STEPS.map((step, at) => (
            <span key={step} data-done={at < number} />
          ))}
        </div>
      </header>
      {mensagem && !hasMoved && (
        <p className="login-news" role="status">
          {mensagem} Entre com a nova senha.
        </p>
      )}
      <VisuallyHidden role="status">
        {hasMoved && `Etapa ${number} de ${STEPS.length}: ${HEADINGS[stage.step]}`}
      </VisuallyHidden>
      {leftBy && !hasMoved && <Left by={leftBy} />}
      {stage.step === "email" && (
        <EmailStep
          email={email}
          onEmailChange={setEmail}
          catalogue={catalogue}
          onSent={(desafio) => move({ step: "codigo", desafio })}
        />
      )}
      {stage.step === "codigo" && (
        <CodeStep
          email={email.trim()}
          desafio={stage.desafio}
          catalogue={catalogue}
          onAccepted={(desafio) => move({ step: "senha", desafio })}
          onDesafioSpent={startOver}
        />
      )}
      {stage.step === "senha" && (
        <PasswordStep email={email.trim()} desafio={stage.desafio} catalogue={catalogue} onDesafioSpent={startOver} />
      )}
      {stage.step !== "email" && (
        <UnstyledButton
          className="login-back"
          onClick={() => {
            if (!isBusy()) startOver();
          }}
        >
          <IconArrowLeft size={16} aria-hidden /> Voltar
        </UnstyledButton>
      )}
    </SignedOutLayout>
  );
}

/** What a user who has just left leaves behind. */
function Left({ by }: { readonly by: string }) {
  const [LeftDrafts] = useLeftDrafts();
  return LeftDrafts && <LeftDrafts leftBy={by} />;
}
