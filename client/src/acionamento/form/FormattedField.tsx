import { TextInput, type TextInputProps } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";

export interface FormattedFieldProps extends Omit<TextInputProps, "value" | "onChange" | "ref"> {
  readonly value: string;
  onChange(value: string): void;
  /** Adds the punctuation, also to an incomplete text. */
  format(text: string): string;
  /** Matches significant characters; all others are punctuation. */
  readonly counts: RegExp;
}

/** A field that formats while typing or pasting and keeps the caret position. */
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
        // In the middle of the text, do not format if that would change the significant characters.
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

/** The position after so many significant characters. */
function placeAfter(text: string, number: number, counts: RegExp): number {
  let left = number;
  let at = 0;
  for (; at < text.length && left > 0; at += 1) if (counts.test(text.charAt(at))) left -= 1;
  return at;
}
