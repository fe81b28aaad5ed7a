import { TextInput, type TextInputProps } from "@mantine/core";
import { useController } from "react-hook-form";
import { useFormattedInput } from "../../ui/useFormattedInput.ts";

export interface FormattedFieldProps extends Omit<TextInputProps, "value" | "onChange" | "onBlur" | "ref" | "error"> {
  readonly name: string;
  /** What is known to be wrong, before what the rules say. */
  problemOf(value: string): string | undefined;
  onChanged?(value: string): void;
  /** The text that the field has after it is left. */
  complete?(value: string): string;
  /** Adds the punctuation, also to an incomplete text. */
  format(text: string): string;
  /** Matches significant characters; all others are punctuation. */
  readonly counts: RegExp;
}

/** A field that formats while typing or pasting and keeps the caret position. */
export function FormattedField(props: FormattedFieldProps) {
  const { name, problemOf, onChanged, complete, format, counts, ...others } = props;
  const { field, fieldState } = useController<Record<string, string>>({ name });
  const value = field.value ?? "";
  const change = (text: string) => {
    field.onChange(text);
    onChanged?.(text);
  };
  const { ref, ...input } = useFormattedInput(({ text, caret }) => {
    const formatted = format(text);
    const isAtEnd = caret === text.length;
    // In the middle of the text, do not format if that would change the significant characters.
    const next = isAtEnd || count(text, counts) === count(formatted, counts) ? formatted : text;
    return { text: next, caret: isAtEnd ? next.length : placeAfter(next, count(text.slice(0, caret), counts), counts) };
  }, change);
  return (
    <TextInput
      {...others}
      {...input}
      name={name}
      ref={(element) => {
        ref.current = element;
        field.ref(element);
      }}
      value={value}
      error={problemOf(value) ?? fieldState.error?.message}
      onBlur={() => {
        const completed = complete?.(value) ?? value;
        if (completed !== value) change(completed);
      }}
      autoComplete="off"
      spellCheck={false}
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
