import type { KeyboardEvent, ReactNode } from "react";

export interface FormularioProps {
  readonly label: string;
  readonly children: ReactNode;
  onSave(): void;
}

/** A form that Ctrl+Enter saves from anywhere in it, and Enter alone never: it goes on to the next thing. */
export function Formulario({ label, children, onSave }: FormularioProps) {
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key !== "Enter" || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      if (!event.repeat) onSave();
    } else if (event.target instanceof HTMLInputElement) {
      event.preventDefault();
    }
  }

  return (
    // The keys are those of its fields, which bubble up to it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="formulario"
      aria-label={label}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {children}
    </form>
  );
}
