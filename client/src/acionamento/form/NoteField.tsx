import { Textarea } from "@mantine/core";
import { counted, formatCount } from "../../format/count.ts";
import { writtenText } from "../../format/pasted.ts";
import { fieldId } from "./problems.ts";

export const MAX_NOTE = 2000;
/** The remaining length is shown from here on. */
const NEAR = 200;

export interface NoteFieldProps {
  readonly campo: string;
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly isRequired?: boolean;
  onChange(value: string): void;
}

/** A multi-line text with a length limit. */
export function NoteField({ campo, label, value, problem, isRequired = false, onChange }: NoteFieldProps) {
  const left = MAX_NOTE - lengthOf(value);
  return (
    <div className="note-field">
      <Textarea
        id={fieldId(campo)}
        label={label}
        rows={3}
        resize="vertical"
        value={value}
        aria-required={isRequired}
        error={problem ?? tooLong(value, MAX_NOTE)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p role="status">
        {left >= 0 && left <= NEAR && (left === 1 ? "Resta 1 caractere." : `Restam ${left} caracteres.`)}
      </p>
    </div>
  );
}

export function tooLong(text: string, most: number): string | undefined {
  const over = lengthOf(text) - most;
  return over > 0 ? `${counted(over, "caractere", "caracteres")} além do limite de ${formatCount(most)}.` : undefined;
}

/** Counts like the services: code points of the text that is sent. */
function lengthOf(text: string): number {
  return Array.from(writtenText(text)).length;
}
