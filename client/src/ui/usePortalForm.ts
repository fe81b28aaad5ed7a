import { type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { type FieldValues, type Path, useForm, type UseFormProps, type UseFormReturn } from "react-hook-form";
import { focusWhenFree, isBusy, showAlert, withBusyOverlay } from "./overlays.ts";

export interface PortalForm<TFields extends FieldValues> extends UseFormReturn<TFields> {
  readonly element: RefObject<HTMLFormElement | null>;
}

export interface PortalFormProps<TFields extends FieldValues> extends UseFormProps<TFields> {
  /** The fields whose message goes too when a field is changed. */
  readonly alsoCleared?: Readonly<Partial<Record<Path<TFields>, Path<TFields>>>>;
}

/** The portal's form: focuses the first wrong field; a message disappears when its field changes. */
export function usePortalForm<TFields extends FieldValues>(props: PortalFormProps<TFields>): PortalForm<TFields> {
  const { alsoCleared, ...options } = props;
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<TFields>({ reValidateMode: "onSubmit", shouldFocusError: false, ...options });
  const { clearErrors, subscribe } = form;
  const { submitCount } = form.formState;
  const other = useRef(alsoCleared);
  // A form of the mode `all` is validated at each change: its messages need no clearing.
  const isCleared = options.mode !== "all";

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const changed = name as Path<TFields> | undefined;
          if (changed && isCleared) clearErrors([changed, other.current?.[changed] ?? changed]);
        },
      }),
    [subscribe, clearErrors, isCleared],
  );
  useLayoutEffect(() => {
    if (submitCount > 0) focusFirstWrong(element.current);
  }, [submitCount]);

  return { ...form, element };
}

function focusFirstWrong(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-invalid]');
  // A group that has no choice gets the focus itself.
  if (wrong) focusWhenFree(wrong.querySelector<HTMLElement>("input:enabled") ?? wrong);
}

/** Focuses a field, also right after a reset, when react-hook-form does not know its elements. */
export function focusField(form: Pick<PortalForm<never>, "element">, name: string): void {
  const field = form.element.current?.elements.namedItem(name);
  if (field instanceof HTMLElement) focusWhenFree(field);
}

/** What the gateway refuses: fields, by their paths in the GraphQL input, or all of it. */
type Refusal =
  | {
      readonly __typename: "EntradaInvalida";
      readonly campos: readonly { readonly campo: string; readonly mensagem: string }[];
    }
  | { readonly __typename: "Recusa"; readonly mensagem: string };

/** Shows each text of a refusal at its field, and in the alert what no field shows: all of it once the form was left. */
export function showRefusal<TFields extends FieldValues>(
  { element, getValues, setError }: PortalForm<TFields>,
  refusal: Refusal,
  nameOf = (campo: string) => campo,
): void {
  if (refusal.__typename === "Recusa") return showAlert(refusal.mensagem);
  const others: string[] = [];
  flushSync(() => {
    for (const { campo, mensagem } of refusal.campos) {
      const name = nameOf(campo) as Path<TFields>;
      if (!element.current || getValues(name) === undefined) others.push(mensagem);
      else setError(name, { message: mensagem });
    }
  });
  focusFirstWrong(element.current);
  if (others.length > 0) showAlert(others.join("\n"));
}

/** The submit handler of a form that saves under the busy overlay: one save at a time. */
export function submitOnce<TFields extends FieldValues>(
  { handleSubmit }: PortalForm<TFields>,
  save: (fields: TFields) => Promise<void>,
) {
  const submit = handleSubmit(async (fields) => {
    if (!isBusy()) await withBusyOverlay(save(fields));
  });
  return (event: SubmitEvent) => void submit(event);
}
