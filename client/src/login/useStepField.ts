import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import { focusWhenFree, useOverlays } from "../ui/overlays.ts";

interface Rule {
  readonly isValid: boolean;
  /** Shown below the field while there is no error. */
  readonly hint: string;
  /** Shown instead once the field was touched or changed and is invalid (spec §5). */
  readonly message: string;
  /** Whether the text may still become valid by typing on: a change is no fault then, but leaving the field is. */
  readonly isIncomplete?: boolean;
}

/** Props to spread on the input. */
interface FieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly onBlur: (event: FocusEvent<HTMLInputElement>) => void;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly inputWrapperOrder: ("label" | "input" | "description" | "error")[];
}

/** Props of a step's field, and a function to call on change. The field gets the focus at first and after an alert. */
export function useStepField({
  isValid,
  hint,
  message,
  isIncomplete = false,
}: Rule): [field: FieldProps, touch: () => void] {
  const ref = useRef<HTMLInputElement>(null);
  const [isTouched, setTouched] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const isAlertOpen = useOverlays().alerts.length > 0;

  useEffect(() => {
    if (isAlertOpen) return;
    focusWhenFree(ref.current);
    // Typing replaces the refused value.
    ref.current?.select();
  }, [isAlertOpen]);

  function onBlur(event: FocusEvent<HTMLInputElement>) {
    // Switching to another window (to read the e-mail) does not count as leaving the field.
    if (document.activeElement !== event.currentTarget) setLeft(true);
  }

  const isWrong = !isValid && (isLeft || (isTouched && !isIncomplete));
  const texts = isWrong ? { description: undefined, error: message } : { description: hint, error: undefined };
  return [
    { ref, onBlur, ...texts, inputWrapperOrder: ["label", "input", "description", "error"] },
    () => setTouched(true),
  ];
}
