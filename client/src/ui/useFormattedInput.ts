import { type ChangeEvent, type CompositionEvent, type RefObject, useLayoutEffect, useRef } from "react";

/** The text of a field, and the position of the caret in it. */
export interface TypedText {
  readonly text: string;
  readonly caret: number;
}

interface FormattedInput {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
}

/**
 * A field that formats while typing or pasting and keeps the caret in its place: React moves it to the end if the value is not
 * what was typed. While an input method composes a text (also a keyboard with suggestions) the field is left to it.
 */
export function useFormattedInput(
  format: (typed: TypedText) => TypedText,
  onChange: (text: string) => void,
): FormattedInput {
  const ref = useRef<HTMLInputElement>(null);
  const place = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (place.current !== undefined) ref.current?.setSelectionRange(place.current, place.current);
    place.current = undefined;
  });

  function formatNow({ value, selectionEnd }: HTMLInputElement): void {
    const { text, caret } = format({ text: value, caret: selectionEnd ?? value.length });
    place.current = caret;
    onChange(text);
  }

  return {
    ref,
    onChange: ({ currentTarget, nativeEvent }) => {
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) onChange(currentTarget.value);
      else formatNow(currentTarget);
    },
    onCompositionEnd: ({ currentTarget }) => formatNow(currentTarget),
  };
}
