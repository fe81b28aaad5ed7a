import { Textarea } from "@mantine/core";
import { useController } from "react-hook-form";
import { lengthOf, MAX_NOTE, tooLong } from "./rules.ts";

/** The remaining length is shown from here on. */
const NEAR = 200;

interface NoteFieldProps {
  readonly name: string;
  readonly label: string;
  readonly isRequired?: boolean;
}

export function NoteField({ name, label, isRequired = false }: NoteFieldProps) {
  const { field, fieldState } = useController<Record<string, string>>({ name });
  const value = field.value ?? "";
  const left = MAX_NOTE - lengthOf(value);
  return (
    <div className="note-field">
      <Textarea
        {...field}
        label={label}
        rows={3}
        resize="vertical"
        aria-required={isRequired}
        error={fieldState.error?.message ?? tooLong(value, MAX_NOTE)}
      />
      <p role="status" className="note">
        {left >= 0 && left <= NEAR && (left === 1 ? "Resta 1 caractere." : `Restam ${left} caracteres.`)}
      </p>
    </div>
  );
}
