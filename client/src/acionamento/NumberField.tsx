import { ActionIcon, TextInput } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { numberError } from "./address.ts";

interface NumberFieldProps {
  readonly label: string;
  /** The name of the button. */
  readonly action: string;
  readonly value?: string | undefined;
  readonly isFocused?: boolean;
  /** The error of an empty field. Without it, an empty field is submitted, which clears the number. */
  readonly missing?: string;
  readonly clean: (text: string) => string;
  readonly onSubmit: (number: string) => void;
}

/** A number that stands in an address, submitted by Enter. Without react-hook-form: it would be half of a screen's code. */
export function NumberField(props: NumberFieldProps) {
  const { label, action, value = "", isFocused = false, missing, clean, onSubmit } = props;
  const [text, setText] = useState(value);
  const [errorMessage, setErrorMessage] = useState<string>();
  const [applied, setApplied] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  if (applied !== value) {
    setApplied(value);
    setText(value);
    setErrorMessage(undefined);
  }

  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const number = clean(text);
    const found = number === "" ? missing : numberError(number);
    setErrorMessage(found);
    setText(number);
    if (found) field.current?.focus();
    // Also the same number, which is asked for again. An empty field that stays so changes nothing.
    else if (number || value) onSubmit(number);
  }

  return (
    <form onSubmit={submit} className={value ? "has-value" : undefined}>
      <TextInput
        ref={field}
        label={label}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setErrorMessage(undefined);
        }}
        error={errorMessage}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        rightSection={
          <ActionIcon type="submit" variant="subtle" aria-label={action}>
            <IconArrowRight size={18} aria-hidden />
          </ActionIcon>
        }
      />
    </form>
  );
}
