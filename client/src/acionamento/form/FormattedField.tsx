import { TextInput, type TextInputProps } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";

export interface FormattedFieldProps extends Omit<TextInputProps, "value" | "onChange" | "ref"> {
  readonly value: string;
  onChange(value: string): void;
  /** Sets the punctuation of what has been typed so far. */
  format(text: string): string;
  /** Characters that count; all others are punctuation. */
  readonly counts: RegExp;
}

/** A field that sets the punctuation while somebody types or pastes, and leaves the caret where it was. */
export function FormattedField({ value, onChange, format, counts, ...props }: FormattedFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (caret.current !== undefined) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  return (
    <TextInput
      {...props}
      ref={input}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget: field }) => {
        const typed = field.value;
        const at = field.selectionStart ?? typed.length;
        const formatted = format(typed);
        const isAtEnd = at === typed.length;
        // In the middle of a text that would become another by it, the punctuation can wait.
        const next = isAtEnd || count(typed, counts) === count(formatted, counts) ? formatted : typed;
        caret.current = isAtEnd ? next.length : placeAfter(next, count(typed.slice(0, at), counts), counts);
        onChange(next);
      }}
    />
  );
}

function count(text: string, counts: RegExp): number {
  return Array.from(text).filter((char) => counts.test(char)).length;
}

/** The place behind so many characters that count. */
function placeAfter(text: string, number: number, counts: RegExp): number {
  let left = number;
  let at = 0;
  for (; at < text.length && left > 0; at += 1) if (counts.test(text.charAt(at))) left -= 1;
  return at;
}
