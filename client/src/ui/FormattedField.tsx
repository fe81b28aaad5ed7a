import { TextInput, type TextInputProps } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";
import { useController } from "react-hook-form";

interface FormattedFieldProps extends Omit<TextInputProps, "value" | "onChange" | "onBlur" | "ref"> {
  readonly name: string;
  /** What is known to be wrong, before what the rules say. */
  problemOf?(value: string): string | undefined;
  onChanged?(value: string): void;
  /** The text that the field has after it is left. */
  complete?(value: string): string;
  /** Adds the punctuation, also to an incomplete text. */
  format(text: string): string;
  /** Matches significant characters; all others are punctuation. */
  readonly counts: RegExp;
}

/**
 * A field that formats while typing or pasting and keeps the caret in its place: React moves it to the end if the value is not
 * what was typed. While an input method composes a text (also a keyboard with suggestions) the field is left to it.
 */
export function FormattedField(props: FormattedFieldProps) {
  const { name, problemOf, onChanged, complete, format, counts, ...others } = props;
  const { field, fieldState } = useController<Record<string, string>>({ name });
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ readonly position: number }>();
  const value = field.value ?? "";

  useLayoutEffect(() => {
    if (caret) input.current?.setSelectionRange(caret.position, caret.position);
  }, [caret]);

  function change(text: string): void {
    field.onChange(text);
    onChanged?.(text);
  }

  function changeFormatted({ value: text, selectionEnd }: HTMLInputElement): void {
    const position = selectionEnd ?? text.length;
    const isAtEnd = position === text.length;
    const formatted = format(text);
    // In the middle of the text, do not format if that would change the significant characters.
    const next = isAtEnd || count(text, counts) === count(formatted, counts) ? formatted : text;
    // An object of its own: also if only punctuation was deleted, which changes nothing else.
    setCaret({ position: isAtEnd ? next.length : placeAfter(next, count(text.slice(0, position), counts), counts) });
    change(next);
  }

  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      error={problemOf?.(value) ?? fieldState.error?.message}
      {...others}
      name={name}
      ref={(element) => {
        input.current = element;
        field.ref(element);
      }}
      value={value}
      onChange={({ currentTarget, nativeEvent }) => {
        if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) change(currentTarget.value);
        else changeFormatted(currentTarget);
      }}
      onCompositionEnd={({ currentTarget }) => changeFormatted(currentTarget)}
      onBlur={() => {
        const completed = complete?.(value) ?? value;
        if (completed !== value) change(completed);
        field.onBlur();
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
  let position = 0;
  for (; position < text.length && left > 0; position += 1) if (counts.test(text.charAt(position))) left -= 1;
  return position;
}
