import { zodResolver } from "@hookform/resolvers/zod";
import { type FocusEvent, useEffect } from "react";
import { type DefaultValues, type FieldPath, useController } from "react-hook-form";
import * as z from "zod/mini";
import { useOverlays } from "../ui/overlays.ts";
import { focusField, type RuledForm, useRuledForm } from "../ui/useRuledForm.ts";

type Texts = Record<string, string>;

export interface StepForm<TFields extends Texts> extends RuledForm<TFields> {
  /** Of the text as it is now: react-hook-form's own comes after the rendering. */
  readonly isValid: boolean;
}

/** The form of a step, which has one field: judged from the first change on (spec §5). */
export function useStepForm<TFields extends Texts>(
  rules: z.ZodMiniType<TFields, TFields>,
  defaultValues: TFields,
): StepForm<TFields> {
  const form = useRuledForm({
    resolver: zodResolver(rules),
    mode: "all",
    defaultValues: defaultValues as DefaultValues<TFields>,
  });
  return { ...form, isValid: z.safeParse(rules, form.watch()).success };
}

interface StepField<TFields extends Texts> {
  readonly name: FieldPath<TFields>;
  /** Shown below the field while there is no error. */
  readonly hint: string;
  /** Whether a text may still become valid by typing on: a change is no fault then, but leaving the field is. */
  isIncomplete?(text: string): boolean;
}

/** Props of a step's field. It gets the focus at first and after an alert. */
export function useStepField<TFields extends Texts>(form: RuledForm<TFields>, options: StepField<TFields>) {
  const { name, hint, isIncomplete = () => false } = options;
  const { field, fieldState } = useController({ control: form.control, name });
  const { element } = form;
  const isAlertOpen = useOverlays().alerts.length > 0;

  useEffect(() => {
    if (isAlertOpen) return;
    focusField({ element }, name);
    // Typing replaces the refused value.
    const input = element.current?.elements.namedItem(name);
    if (input instanceof HTMLInputElement) input.select();
  }, [isAlertOpen, element, name]);

  const isForgiven = !fieldState.isTouched && isIncomplete(field.value);
  const error = isForgiven ? undefined : fieldState.error?.message;
  return {
    ...field,
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      // Switching to another window (to read the e-mail) does not count as leaving the field.
      if (document.activeElement !== event.currentTarget) field.onBlur();
    },
    description: error === undefined ? hint : undefined,
    error,
  };
}
