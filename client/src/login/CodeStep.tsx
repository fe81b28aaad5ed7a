import { Button, TextInput } from "@mantine/core";
import { type RefObject, useState } from "react";
import * as z from "zod/mini";
import { serverNow } from "../clock.ts";
import { counted } from "../format/count.ts";
import { formatTime } from "../format/date.ts";
import { cleanCode } from "../format/pasted.ts";
import { retryAfterOf } from "../graph/errors.ts";
import { isBusy, withBusyOverlay } from "../ui/overlays.ts";
import { type LaterStepProps, sendDesafio } from "./desafio.ts";
import type { Desafio } from "./useLoginStep.ts";
import { laterStepFailed } from "./errorCatalogue.ts";
import { useSendCode } from "./useSendCode.ts";
import { useSecondsUntil } from "./useSecondsUntil.ts";
import { useStepForm } from "./useStepForm.ts";

/** §9. */
const CODE_LENGTH = 6;

/** An e-mail takes some time; the gateway sends only a few codes in 15 minutes. */
const RESEND_WAIT_MS = 60_000;

const Code = z.string().check(z.refine((text) => Array.from(text).length === CODE_LENGTH, "O código é obrigatório!"));

interface CodeStepProps extends LaterStepProps {
  /** What is typed; the page keeps it while Back shows another step. */
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly onAccepted: (desafio: Desafio) => Promise<void>;
  readonly onResent: (desafio: Desafio) => Promise<void>;
  readonly onBlocked: () => void;
}

export function CodeStep(props: CodeStepProps) {
  const { email, desafio } = props.step;
  const { element, field, isValid, submit } = useStepForm({
    name: "cd_acesso",
    initial: props.text,
    rule: Code,
    hint: "Digite o código recebido.",
    isIncomplete: (text) => text !== "" && Array.from(text).length < CODE_LENGTH,
  });

  const check = (codigo: string) =>
    sendDesafio(
      props,
      element,
      ({ validarCodigo }) => validarCodigo(desafio.desafio, codigo),
      (next) => props.onAccepted(next),
    );

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
      <ResendCode {...props} form={element} />
    </form>
  );
}

/** The code's expiry time, and what to do after it. */
function Expiry({ expiraEm }: { readonly expiraEm: string }) {
  const isLate = useSecondsUntil(Date.parse(expiraEm)) === 0;
  const time = formatTime(expiraEm);
  return (
    <p className="note" role="status">
      {isLate
        ? `O código valeu até as ${time}. Peça outro.`
        : `O código vale até as ${time}. Não chegou? Confira a caixa de spam, ou peça outro.`}
    </p>
  );
}

interface ResendCodeProps extends CodeStepProps {
  readonly form: RefObject<HTMLFormElement | null>;
}

/** Sends another code, some time after the last one. */
function ResendCode({ form, step, onResent, onBlocked }: ResendCodeProps) {
  const sendCode = useSendCode(form, onBlocked);
  const [mayAt, setMayAt] = useState(step.sentAt + RESEND_WAIT_MS);
  const seconds = useSecondsUntil(mayAt);

  const send = () =>
    sendCode(step.email, onResent, (error) => {
      const wait = retryAfterOf(error);
      if (wait !== undefined) setMayAt(serverNow() + wait * 1000);
      laterStepFailed(error);
    });

  return (
    <div className="login-resend">
      <Button
        variant="subtle"
        disabled={seconds > 0}
        onClick={() => {
          if (!isBusy()) void withBusyOverlay(send());
        }}
      >
        {seconds > 0 ? `Reenviar código em ${formatSeconds(seconds)}` : "Reenviar código"}
      </Button>
      {/* Not the seconds, which would interrupt a screen reader. */}
      <span className="visually-hidden" role="status">
        {seconds > 0
          ? `O código poderá ser reenviado em ${counted(Math.ceil(seconds / 60), "minuto", "minutos")}.`
          : "O código já pode ser reenviado."}
      </span>
    </div>
  );
}

/** `0:42` */
function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
