import { TextInput, type TextInputProps } from "@mantine/core";
import { type ChangeEvent, useLayoutEffect, useRef } from "react";
import { formatTypedPhone } from "./phoneInput.ts";

export interface PhoneFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  readonly value?: string;
  readonly onChange: (value: string) => void;
}

/** A phone number, punctuated while it is typed. It can be pasted with any punctuation. */
export function PhoneField({ value = "", onChange, ...props }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);

  // React has put the caret at the end if the text is not the one that was typed.
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
