import { TextInput, type TextInputProps } from "@mantine/core";
import { useFormattedInput } from "../ui/useFormattedInput.ts";
import { formatTypedPhone } from "./phoneInput.ts";

export interface PhoneFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  readonly value?: string;
  readonly onChange: (value: string) => void;
}

/** A phone number input that formats while typing or pasting. */
export function PhoneField({ value = "", onChange, ...props }: PhoneFieldProps) {
  const input = useFormattedInput(formatTypedPhone, onChange);
  return <TextInput {...props} {...input} value={value} type="tel" inputMode="tel" autoComplete="tel" />;
}
