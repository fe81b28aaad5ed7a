import { Button, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import { formatTime } from "../format/date.ts";
import { cleanCode } from "../format/pasted.ts";
import type { LoginStage } from "../shell/loginRouteState.ts";
import { ruled } from "../ui/rules.ts";
import type { ErrorCatalogue } from "./errorCatalogue.ts";
import { type Desafio, isSpent, isUnknownDesafio, loadCalls, useSecondsUntil } from "./desafio.ts";
import { ResendCode } from "./ResendCode.tsx";
import { useStep } from "./useStep.ts";

/** §9. */
const CODE_LENGTH = 6;

const Code = z
  .string()
  .check(ruled((text) => (Array.from(text).length === CODE_LENGTH ? undefined : "O código é obrigatório!")));

export interface CodeStepProps {
  readonly stage: LoginStage;
  /** What was typed before the step was left, and is when it is. */
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly catalogue: ErrorCatalogue;
  readonly onAccepted: (desafio: Desafio) => Promise<void>;
  /** Another code was sent, which replaces this one. */
  readonly onResent: (desafio: Desafio) => Promise<void>;
  readonly onBlocked: () => void;
  /** The desafio can no longer be used. */
  readonly onDesafioSpent: () => void;
}

export function CodeStep(props: CodeStepProps) {
  const { stage, catalogue, onAccepted, onDesafioSpent } = props;
  const { email, desafio } = stage;
  const { element, field, isValid, submit } = useStep({
    name: "cd_acesso",
    initial: props.text,
    rule: Code,
    hint: "Digite o código recebido.",
    isIncomplete: (text) => text !== "" && Array.from(text).length < CODE_LENGTH,
  });

  async function check(codigo: string) {
    try {
      const { validarCodigo } = await loadCalls();
      const result = await validarCodigo(desafio.desafio, codigo);
      // Back has left the step.
      if (!element.current) return;
      switch (result?.__typename) {
        case "CodigoAceito":
          return await onAccepted({ desafio: result.desafio, expiraEm: result.expiraEm });
        case "Recusa":
          if (isSpent(result.codigo)) onDesafioSpent();
          return catalogue.showMessage(result.mensagem);
      }
    } catch (error) {
      if (!element.current) return;
      if (isUnknownDesafio(error)) onDesafioSpent();
      catalogue.laterStepFailed(error);
    }
  }

  return (
    <form ref={element} className="fields login-step" onSubmit={(event) => submit(check)(event)} noValidate>
      <div>
        <h2>Validação de Login</h2>
        <p>
          Digite o código de validação enviado para <strong>{email}</strong>
        </p>
      </div>
      <TextInput
        {...field}
        className="login-code"
        label="Código"
        onChange={(event) => {
          const text = cleanCode(event.currentTarget.value, CODE_LENGTH);
          field.onChange(text);
          props.onTextChange(text);
        }}
        // A code may have letters; case does not matter.
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        size="md"
      />
      <Button type="submit" size="md" disabled={!isValid}>
        Enviar
      </Button>
      <Expiry expiraEm={desafio.expiraEm} />
      <ResendCode
        form={element}
        email={email}
        sentAt={stage.sentAt}
        catalogue={catalogue}
        onSent={props.onResent}
        onBlocked={props.onBlocked}
      />
    </form>
  );
}

/** The code's expiry time, and what to do after it. */
function Expiry({ expiraEm }: { readonly expiraEm: string }) {
  const isLate = useSecondsUntil(Date.parse(expiraEm)) === 0;
  const time = formatTime(expiraEm);
  return (
    <p className="login-note" role="status">
      {isLate
        ? `O código valeu até as ${time}. Peça outro.`
        : `O código vale até as ${time}. Não chegou? Confira a caixa de spam, ou peça outro.`}
    </p>
  );
}
