import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { cleanSinistro } from "../../format/pasted.ts";
import { reopenAddress } from "../address.ts";

/** Asks for a claim number to reopen. */
export function OtherSinistro({ text }: { readonly text: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const sinistro = cleanSinistro(typed);
    if (sinistro === "") setProblem("Informe o número do sinistro.");
    else void navigate(reopenAddress(sinistro));
  }

  return (
    <form className="reabertura-sinistro" noValidate onSubmit={submit}>
      <p>{text}</p>
      <TextInput
        label="Número do sinistro"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit">Continuar</Button>
    </form>
  );
}
