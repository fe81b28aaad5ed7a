import { TextInput, type TextInputProps } from "@mantine/core";
import { useFormattedInput } from "../../ui/useFormattedInput.ts";

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
  const input = useFormattedInput(({ text, caret }) => {
    const formatted = format(text);
    const isAtEnd = caret === text.length;
    // In the middle of the text, do not format if that would change the significant characters.
    const next = isAtEnd || count(text, counts) === count(formatted, counts) ? formatted : text;
    return { text: next, caret: isAtEnd ? next.length : placeAfter(next, count(text.slice(0, caret), counts), counts) };
  }, onChange);
  return <TextInput {...props} {...input} value={value} autoComplete="off" spellCheck={false} />;
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
