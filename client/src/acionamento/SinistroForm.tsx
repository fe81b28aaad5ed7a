import "./SinistroForm.css";
import { Button, TextInput } from "@mantine/core";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isCpf } from "../format/cpfCnpj.ts";
import { cleanSinistro } from "../format/pasted.ts";

export interface SinistroFormProps {
  readonly initial?: string;
  readonly isFocused?: boolean;
  /** The text of the button. */
  readonly children: string;
  addressOf(sinistro: string): string;
}

/** Opens a screen by claim number. One field, without react-hook-form: it would be half of these screens' code. */
export function SinistroForm({ initial = "", isFocused = false, children, addressOf }: SinistroFormProps) {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);

  function open(event: SubmitEvent) {
    event.preventDefault();
    const sinistro = cleanSinistro(text);
    const found = problemOf(sinistro);
    setProblem(found);
    if (found) field.current?.focus();
    else void navigate(addressOf(sinistro));
  }

  return (
    <form className="sinistro-form" noValidate onSubmit={open}>
      <TextInput
        ref={field}
        label="Número do sinistro"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
        error={problem}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit">{children}</Button>
    </form>
  );
}

function problemOf(sinistro: string): string | undefined {
  if (sinistro === "") return "Informe o número do sinistro.";
  // It would stand in the address.
  return isCpf(sinistro) ? "Isto é um CPF. Procure por ele na busca do topo." : undefined;
}
