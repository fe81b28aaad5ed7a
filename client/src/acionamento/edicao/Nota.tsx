import { Textarea } from "@mantine/core";
import { idDoCampo } from "./problemas.ts";

export const MAX_NOTA = 2000;
/** From here on people are told how much room is left. */
const NEAR = 200;

export interface NotaProps {
  readonly campo: string;
  readonly label: string;
  readonly value: string;
  readonly problema: string | undefined;
  onChange(value: string): void;
}

/** A text of some length, which says when it gets too long. */
export function Nota({ campo, label, value, problema, onChange }: NotaProps) {
  const left = MAX_NOTA - lengthOf(value);
  return (
    <div className="nota">
      <Textarea
        id={idDoCampo(campo)}
        label={label}
        rows={3}
        resize="vertical"
        value={value}
        error={problema ?? tooLong(value, MAX_NOTA)}
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
  return over > 0 ? `Use no máximo ${most} caracteres: ${over === 1 ? "sobra 1" : `sobram ${over}`}.` : undefined;
}

/** As the services count: characters, not halves of them, and no space around. */
function lengthOf(text: string): number {
  return Array.from(text.trim()).length;
}
