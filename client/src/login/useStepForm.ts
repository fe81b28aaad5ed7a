import { zodResolver } from "@hookform/resolvers/zod";
import { type FocusEvent, useEffect } from "react";
import { useController } from "react-hook-form";
import * as z from "zod/mini";
import { useOverlays } from "../ui/overlays.ts";
import { focusField, submitOnce, usePortalForm } from "../ui/usePortalForm.ts";

interface StepFormOptions {
  readonly name: string;
  readonly initial?: string;
  readonly rule: z.ZodMiniType<string, string>;
  readonly hint: string;
  /** Whether a text may still become valid by typing on: a change is no fault then, but leaving the field is. */
  isIncomplete?(text: string): boolean;
}

/** The form of a step, validated from the first change on (spec §5). Its field gets the focus at first and after an alert. */
export function useStepForm({ name, initial = "", rule, hint, isIncomplete = () => false }: StepFormOptions) {
  const form = usePortalForm<Record<string, string>>({
    resolver: zodResolver(z.object({ [name]: rule })),
    mode: "all",
    defaultValues: { [name]: initial },
  });
  const { element } = form;
  const { field, fieldState } = useController({ control: form.control, name });
  const isAlertOpen = useOverlays().alerts.length > 0;

  useEffect(() => {
    if (isAlertOpen) return;
    focusField({ element }, name);
    // Typing replaces the refused value.
    const input = element.current?.elements.namedItem(name);
    if (input instanceof HTMLInputElement) input.select();
  }, [isAlertOpen, element, name]);

  const isForgiven = !fieldState.isTouched && isIncomplete(field.value ?? "");
  const error = isForgiven ? undefined : fieldState.error?.message;
  return {
    element,
    /** Of the text as it is now: react-hook-form's own comes after the rendering. */
    isValid: z.safeParse(rule, field.value).success,
    clear: () => form.setValue(name, "", { shouldValidate: true }),
    submit: (send: (text: string) => Promise<void>) => submitOnce(form, (fields) => send(fields[name] ?? "")),
    field: {
      ...field,
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        // Switching to another window (to read the e-mail) does not count as leaving the field.
        if (document.activeElement !== event.currentTarget) field.onBlur();
      },
      description: error === undefined ? hint : undefined,
      error,
    },
  };
}
