import { useMutation } from "@apollo/client/react";
import { Button, TextInput } from "@mantine/core";
import type { SubmitEvent } from "react";
import { formatTime } from "../format/date.ts";
import { cleanCode } from "../format/pasted.ts";
import { withBusyOverlay, isBusy } from "../ui/overlays.ts";
import type { ErrorCatalogue } from "./errorCatalogue.ts";
import { type Desafio, isSpent, isUnknownDesafio, useHasPassed } from "./desafio.ts";
import { ResendCode } from "./ResendCode.tsx";
import { useStepField } from "./useStepField.ts";
import { ValidarCodigoDocument } from "./gql/graphql.ts";

/** §9. */
const CODE_LENGTH = 6;

export interface CodeStepProps {
  readonly email: string;
  readonly desafio: Desafio;
  /** When the code was sent, by the gateway's clock. */
  readonly sentAt: number;
  /** The typed code, as it is sent. */
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
  const { email, desafio, sentAt, text, onTextChange, catalogue, onAccepted, onDesafioSpent } = props;
  const [validarCodigo] = useMutation(ValidarCodigoDocument);
  const { length } = Array.from(text);
  const isValid = length === CODE_LENGTH;
  const [field, touch] = useStepField({
    isValid,
    hint: "Digite o código recebido.",
    message: "O código é obrigatório!",
    isIncomplete: length > 0 && length < CODE_LENGTH,
  });

  async function check() {
    try {
      const { data } = await validarCodigo({ variables: { desafio: desafio.desafio, codigo: text } });
      const result = data?.validarCodigo;
      switch (result?.__typename) {
        case "CodigoAceito":
          return await onAccepted({ desafio: result.desafio, expiraEm: result.expiraEm });
        case "Recusa":
          if (isSpent(result.codigo)) onDesafioSpent();
          return catalogue.showMessage(result.mensagem);
      }
    } catch (error) {
      if (isUnknownDesafio(error)) onDesafioSpent();
      catalogue.laterStepFailed(error);
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isValid && !isBusy()) void withBusyOverlay(check());
  }

  return (
    <form className="login-step" onSubmit={submit} noValidate>
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
        name="cd_acesso"
        value={text}
        onChange={(event) => {
          touch();
          onTextChange(cleanCode(event.currentTarget.value, CODE_LENGTH));
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
        email={email}
        sentAt={sentAt}
        catalogue={catalogue}
        onSent={props.onResent}
        onBlocked={props.onBlocked}
      />
    </form>
  );
}

/** The code's expiry time, and what to do after it. */
function Expiry({ expiraEm }: { readonly expiraEm: string }) {
  const isLate = useHasPassed(expiraEm);
  const time = formatTime(expiraEm);
  return (
    <p className="login-note" role="status">
      {isLate
        ? `O código valeu até as ${time}. Peça outro.`
        : `O código vale até as ${time}. Não chegou? Confira a caixa de spam, ou peça outro.`}
    </p>
  );
}
