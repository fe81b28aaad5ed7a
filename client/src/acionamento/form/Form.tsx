import "./form.css";
import type { KeyboardEvent, ReactNode } from "react";

export interface FormProps {
  readonly label: string;
  readonly children: ReactNode;
  onSave(): void;
}

/** A form. Ctrl+Enter saves; Enter moves to the next empty field. */
export function Form({ label, children, onSave }: FormProps) {
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key !== "Enter" || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      if (!event.repeat) onSave();
    } else if (event.target instanceof HTMLInputElement) {
      event.preventDefault();
      nextOpen(event.currentTarget, event.target)?.focus();
    }
  }

  return (
    // Key events bubble up from the fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="form"
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

/** The next empty field or unanswered radio group; if there is none, the submit button. */
function nextOpen(form: HTMLFormElement, from: Element): HTMLElement | undefined {
  const elements = Array.from(form.elements);
  return elements.slice(elements.indexOf(from) + 1).find((field): field is HTMLElement => {
    if (field instanceof HTMLButtonElement) return field.type === "submit";
    if (field instanceof HTMLTextAreaElement) return field.value === "";
    if (!(field instanceof HTMLInputElement) || field.disabled) return false;
    if (field.type !== "radio") return field.value === "";
    return !form.querySelector(`input[name="${field.name}"]:checked`);
  });
}
