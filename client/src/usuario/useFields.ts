import { type ChangeEvent, type RefObject, useState } from "react";
import type { AtualizarUsuarioMutation, TrocarSenhaMutation } from "../gql/graphql.ts";
import { showAlert } from "../ui/overlays.ts";

type Texts<Name extends string> = Readonly<Record<Name, string>>;
type Errors = Readonly<Record<string, string | undefined>>;
/** Validation: an error message or `undefined`. */
type Rules<Name extends string> = Readonly<Record<Name, (value: string, all: Texts<Name>) => string | undefined>>;

type MutationResult = AtualizarUsuarioMutation["atualizarUsuario"] | TrocarSenhaMutation["trocarSenha"];
type EntradaInvalida = Extract<MutationResult, { readonly __typename: "EntradaInvalida" }>;

interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export interface Fields<Name extends string> {
  readonly values: Texts<Name>;
  /** Props of the field with a name. */
  readonly field: (name: Name) => FieldProps;
  /** Changes fields and clears their errors. */
  readonly change: (part: Partial<Texts<Name>>) => void;
  /** Validates one field. */
  readonly check: (name: Name) => void;
  /** Validates all fields and focuses the first invalid one; returns whether all are valid. */
  readonly checkAll: () => boolean;
  /** Shows the gateway's errors at their fields, those of unknown fields in the alert. */
  readonly showInvalid: (refused: EntradaInvalida) => void;
}

/** State of a small form. Mantine's form library would double the code size of these screens. */
export function useFields<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  initial: Texts<Name>,
  rules: Rules<Name>,
): Fields<Name> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const names = Object.keys(initial) as Name[];

  function change(part: Partial<Texts<Name>>) {
    setValues((now) => ({ ...now, ...part }));
    setErrors((now) => ({ ...now, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }));
  }

  /** Shows errors and focuses the first invalid field; false if there is none. */
  function show(found: Errors): boolean {
    setErrors(found);
    const first = names.find((name) => found[name]);
    if (first) focusField(form.current, first);
    return first !== undefined;
  }

  return {
    values,
    change,
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event) => change({ [name]: event.currentTarget.value } as Partial<Texts<Name>>),
    }),
    check: (name) => setErrors((now) => ({ ...now, [name]: rules[name](values[name], values) })),
    checkAll: () => !show(Object.fromEntries(names.map((name) => [name, rules[name](values[name], values)]))),
    showInvalid: ({ mensagem, campos }) => {
      const found = Object.fromEntries(campos.map((each) => [each.campo, each.mensagem]));
      if (!show(found)) showAlert([mensagem, ...Object.values(found)].join("\n"));
    },
  };
}

export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
