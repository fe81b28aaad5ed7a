import { TextInput, type TextInputProps } from "@mantine/core";
import { type ChangeEvent, useLayoutEffect, useRef } from "react";
import { formatTypedPhone } from "./phoneInput.ts";

export interface PhoneFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  readonly value?: string;
  readonly onChange: (value: string) => void;
}

/** A phone number input that formats while typing or pasting. */
export function PhoneField({ value = "", onChange, ...props }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);

  // React moves the caret to the end if the value differs from the typed text.
  useLayoutEffect(() => {
    if (caret.current !== undefined) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  function take({ currentTarget: { value: text, selectionEnd } }: ChangeEvent<HTMLInputElement>) {
    const typed = formatTypedPhone(value, { text, caret: selectionEnd ?? text.length });
    caret.current = typed.caret;
    onChange(typed.text);
  }

  return (
    <TextInput {...props} ref={input} value={value} onChange={take} type="tel" inputMode="tel" autoComplete="tel" />
  );
}
