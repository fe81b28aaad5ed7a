import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useInterruption } from "../ui/interrupt.ts";

interface Rule {
  readonly isValid: boolean;
  /** Below the field while there is nothing to complain about. */
  readonly hint: string;
  /** In its place once the field was touched or changed and is not valid (spec §5). */
  readonly message: string;
}

/** What goes to the field as it is. */
interface FieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly onBlur: (event: FocusEvent<HTMLInputElement>) => void;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly inputWrapperOrder: ("label" | "input" | "description" | "error")[];
}

/**
 * The one field of a step, and what to call when it changes. It has the focus when its step appears, and again when an
 * alert has been read.
 */
export function useStepField({ isValid, hint, message }: Rule): [field: FieldProps, touch: () => void] {
  const ref = useRef<HTMLInputElement>(null);
  const [isTouched, setTouched] = useState(false);
  const isAlertOpen = useInterruption().alerts.length > 0;

  useEffect(() => {
    if (isAlertOpen) return;
    ref.current?.focus();
    // What was refused is replaced by typing.
    ref.current?.select();
  }, [isAlertOpen]);

  function onBlur(event: FocusEvent<HTMLInputElement>) {
    // Whoever goes to another window, for the code that is in their mail, has not left the field.
    if (document.activeElement !== event.currentTarget) setTouched(true);
  }

  const isWrong = isTouched && !isValid;
  const texts = isWrong ? { description: undefined, error: message } : { description: hint, error: undefined };
  return [
    { ref, onBlur, ...texts, inputWrapperOrder: ["label", "input", "description", "error"] },
    () => setTouched(true),
  ];
}
