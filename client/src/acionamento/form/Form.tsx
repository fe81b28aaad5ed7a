import type { KeyboardEvent, ReactNode } from "react";

export interface FormProps {
  readonly label: string;
  readonly children: ReactNode;
  onSave(): void;
}

/** A form that Ctrl+Enter saves from anywhere in it, and Enter alone never: it goes on to what is not filled in yet. */
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
    // The keys are those of its fields, which bubble up to it.
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

/** The next field that is empty, or choice that has not been made; where all are, the button that saves. */
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
