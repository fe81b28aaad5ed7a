import { Button, TextInput } from "@mantine/core";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { cleanSinistro } from "../../format/pasted.ts";
import { viewAddress } from "../address.ts";

export interface VisualizaFormProps {
  /** Initial value. */
  readonly initial?: string;
  /** Whether the field gets the focus. */
  readonly isFirst?: boolean;
}

/** A form that opens an acionamento by claim number. */
export function VisualizaForm({ initial = "", isFirst = false }: VisualizaFormProps) {
  const [text, setText] = useState(initial);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);

  function open(event: SubmitEvent) {
    event.preventDefault();
    const sinistro = cleanSinistro(text);
    setIsMissing(sinistro === "");
    if (sinistro === "") field.current?.focus();
    else void navigate(viewAddress(sinistro));
  }

  return (
    <form className="visualiza-form" noValidate onSubmit={open}>
      <TextInput
        ref={field}
        label="Número do sinistro"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={isMissing && "Informe o número do sinistro."}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit">Abrir</Button>
    </form>
  );
}
