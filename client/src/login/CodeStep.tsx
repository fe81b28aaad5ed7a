import { useMutation } from "@apollo/client/react";
import { Button, TextInput } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { formatTime } from "../format/date.ts";
import { cleanCode } from "../format/pasted.ts";
import { graphql } from "../gql/gql.ts";
import { withBusyOverlay, isBusy } from "../ui/overlays.ts";
import type { ErrorCatalogue } from "./errorCatalogue.ts";
import { type Desafio, isSpent, isUnknownDesafio, useHasPassed } from "./desafio.ts";
import { useStepField } from "./useStepField.ts";

/** §9. */
const CODE_LENGTH = 6;

const ValidarCodigo = graphql(`
  mutation ValidarCodigo($desafio: String!, $codigo: String!) {
    validarCodigo(desafio: $desafio, codigo: $codigo) {
      ... on CodigoAceito {
        desafio
        expiraEm
      }
      ... on Recusa {
        mensagem
        codigo
      }
    }
  }
`);

export interface CodeStepProps {
  readonly email: string;
  readonly desafio: Desafio;
  readonly catalogue: ErrorCatalogue;
  readonly onAccepted: (desafio: Desafio) => void;
  /** The desafio can no longer be used. */
  readonly onDesafioSpent: () => void;
}

export function CodeStep({ email, desafio, catalogue, onAccepted, onDesafioSpent }: CodeStepProps) {
  const [validarCodigo] = useMutation(ValidarCodigo);
  const [text, setText] = useState("");
  const codigo = cleanCode(text, CODE_LENGTH);
  const isValid = Array.from(codigo).length === CODE_LENGTH;
  const [field, touch] = useStepField({
    isValid,
    hint: "Digite o código recebido.",
    message: "O código é obrigatório!",
    isIncomplete: codigo !== "" && Array.from(codigo).length < CODE_LENGTH,
  });

  async function check() {
    try {
      const { data } = await validarCodigo({ variables: { desafio: desafio.desafio, codigo } });
      const result = data?.validarCodigo;
      switch (result?.__typename) {
        case "CodigoAceito":
          return onAccepted(result);
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
          setText(event.currentTarget.value);
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
    </form>
  );
}

/** The code's expiry time, and what to do after it. */
function Expiry({ expiraEm }: { readonly expiraEm: string }) {
  const isLate = useHasPassed(expiraEm);
  const time = formatTime(new Date(expiraEm));
  return (
    <p className="login-note" role="status">
      {isLate
        ? `O código valeu até as ${time}. Volte ao e-mail e peça outro.`
        : `O código vale até as ${time}. Não chegou? Confira a caixa de spam, ou volte ao e-mail e peça outro.`}
    </p>
  );
}
