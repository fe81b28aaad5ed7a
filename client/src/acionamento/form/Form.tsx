import "./Form.css";
// In one file with those of the form: a screen opens with one request less.
import "../novo/novo.css";
import { Button } from "@mantine/core";
import type { KeyboardEvent, ReactNode } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { DraftStatus } from "./DraftStatus.tsx";
import { type RowsFields, totalOfRows } from "./rows.ts";
import { SaveBar } from "./SaveBar.tsx";
import { UnconfirmedSave } from "./UnconfirmedSave.tsx";
import type { AcionamentoForm } from "./useAcionamentoForm.ts";

export interface FormProps<TFields extends RowsFields & FieldValues> {
  readonly label: string;
  readonly form: AcionamentoForm<TFields>;
  /** Insured and pet, beside the total. */
  readonly names: readonly (string | undefined)[];
  /** The text of the button. */
  readonly save: string;
  /** A link to check whether an unconfirmed save was done. */
  readonly where: ReactNode;
  readonly children: ReactNode;
}

/**
 * A form that saves an acionamento, with the state of its draft and of its save. Ctrl+Enter saves; Enter moves to the next
 * empty field.
 */
export function Form<TFields extends RowsFields & FieldValues>(props: FormProps<TFields>) {
  const { label, form, names, save, where, children } = props;
  const { draft, hasChanged, mayStartNew, submit, discard } = form;
  const { unanswered } = draft.save;
  const { element } = draft.form;
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key !== "Enter" || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      if (!event.repeat) submit();
    } else if (event.target instanceof HTMLInputElement) {
      event.preventDefault();
      nextOpen(event.currentTarget, event.target)?.focus();
    }
  }

  return (
    <FormProvider {...draft.form}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its fields */}
      <form
        className="form"
        ref={element}
        aria-label={label}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DraftStatus {...draft} />
        {unanswered && (
          <UnconfirmedSave
            sentAt={unanswered.sentAt}
            hasChanged={hasChanged}
            where={where}
            onRestore={draft.restoreSent}
            onSaveAnother={() => submit({ asAnother: true })}
          />
        )}
        {children}
        {draft.hasContent && (
          <Button className="form-discard" variant="subtle" color="gray" onClick={discard}>
            Descartar rascunho
          </Button>
        )}
        <SaveBar
          names={names.filter(Boolean).join(" · ")}
          total={totalOfRows(draft.fields.rows)}
          onSaveAndNew={mayStartNew ? () => submit({ thenNew: true }) : undefined}
        >
          {save}
        </SaveBar>
      </form>
    </FormProvider>
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
