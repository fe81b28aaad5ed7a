import { TextInput, type TextInputProps } from "@mantine/core";
import { type Control, useController } from "react-hook-form";
import { useFormattedInput } from "../ui/useFormattedInput.ts";
import { formatTypedPhone } from "./phoneInput.ts";

export interface PhoneFieldProps extends TextInputProps {
  readonly control: Control<{ nome: string; telefone: string }>;
}

/** A phone number input that formats while typing or pasting. */
export function PhoneField({ control, ...props }: PhoneFieldProps) {
  const { field } = useController({ control, name: "telefone" });
  const { ref, ...input } = useFormattedInput(formatTypedPhone, field.onChange);
  return (
    <TextInput
      {...props}
      {...field}
      {...input}
      ref={(element) => {
        ref.current = element;
        field.ref(element);
      }}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
    />
  );
}
