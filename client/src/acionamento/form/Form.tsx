import "./Form.css";
import { Button } from "@mantine/core";
import type { KeyboardEvent, ReactNode } from "react";
import { flushSync } from "react-dom";
import { type FieldValues, FormProvider } from "react-hook-form";
import { formatAgo } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import { useOverlays } from "../../ui/overlays.ts";
import { UndoButton } from "../../ui/UndoButton.tsx";
import { type RowsFields, totalOfRows } from "../procedimentos/rows.ts";
import { UnconfirmedSave } from "./UnconfirmedSave.tsx";
import type { DraftForm } from "./useDraftForm.ts";
import { type SaveOptions, useSave } from "./useSave.ts";

interface FormProps<TFields extends RowsFields & FieldValues, TInput> extends SaveOptions<TFields, TInput> {
  readonly label: string;
  /** Insured and pet, beside the total. */
  readonly saveBarNames: readonly (string | undefined)[];
  readonly saveLabel: string;
  /** A link to check whether an unconfirmed save was done. */
  readonly checkLink: ReactNode;
  readonly children: ReactNode;
}

/** A form that saves an acionamento. Ctrl+Enter saves; Enter moves to the next empty field. */
export function Form<TFields extends RowsFields & FieldValues, TInput extends object>(
  props: FormProps<TFields, TInput>,
) {
  const { label, draft, saveBarNames, saveLabel, checkLink, startNew, children } = props;
  const { hasChanged, submit, discard, undo } = useSave(props);
  const { unanswered } = draft.saveState;
  const { element } = draft.form;
  const isSaving = useOverlays().waiting > 0;

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
        <DraftStatus {...draft} undo={undo} />
        {unanswered && (
          <UnconfirmedSave
            sentAt={unanswered.sentAt}
            hasChanged={hasChanged}
            checkLink={checkLink}
            onRestore={draft.restoreSent}
            onSaveAnother={() => submit({ asAnother: true })}
          />
        )}
        {children}
        {draft.hasContent && (
          <Button mr="auto" variant="subtle" color="gray" onClick={discard}>
            Descartar rascunho
          </Button>
        )}
        <div className="card save-bar">
          <p>
            <span className="save-bar-names">
              {saveBarNames.filter(Boolean).join(" · ") || "Nenhum segurado ainda"}
            </span>
            <strong className="figures">{formatMoney(totalOfRows(draft.fields.rows))}</strong>
          </p>
          {startNew && (
            <Button visibleFrom="sm" variant="default" size="md" onClick={() => submit({ thenNew: true })}>
              Salvar e abrir outro
            </Button>
          )}
          <Button type="submit" size="md" aria-keyshortcuts="Control+Enter" title="Ctrl+Enter">
            {isSaving ? "Salvando…" : saveLabel}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    if (event.repeat) return;
    // The field is left for a moment, since that completes a short date, for example.
    const field = event.target as HTMLElement;
    flushSync(() => field.blur());
    field.focus();
    event.currentTarget.requestSubmit();
  } else if (event.target instanceof HTMLInputElement) {
    event.preventDefault();
    nextOpen(event.currentTarget, event.target)?.focus();
  }
}

type DraftStatusProps = Pick<DraftForm<never>, "hasContent" | "isOnlyInMemory" | "restoredFrom" | "undo">;

/** Shows that the draft is stored, is not, or was restored, and lets the user undo discarding it. */
function DraftStatus({ hasContent, isOnlyInMemory, restoredFrom, undo }: DraftStatusProps) {
  const isAtRisk = hasContent && isOnlyInMemory;
  return (
    <div className="row note draft-line">
      <span role="status">
        {undo && "Rascunho descartado."}
        {isAtRisk && "O rascunho não fica guardado: ele se perde se você recarregar ou fechar esta aba."}
        {!undo && !isAtRisk && restoredFrom !== null && (
          <strong>{`Rascunho recuperado, guardado ${formatAgo(restoredFrom)}.`}</strong>
        )}
      </span>
      {hasContent && !isAtRisk && restoredFrom === null && <span>Rascunho guardado</span>}
      {undo && <UndoButton onClick={undo} />}
    </div>
  );
}

/** The next empty field or unanswered other radio group; if there is none, the submit button. */
function nextOpen(form: HTMLFormElement, from: HTMLInputElement): HTMLElement | undefined {
  const elements = Array.from(form.elements);
  return elements.slice(elements.indexOf(from) + 1).find((field): field is HTMLElement => {
    if (field instanceof HTMLButtonElement) return field.type === "submit";
    if (field instanceof HTMLTextAreaElement) return field.value === "";
    if (!(field instanceof HTMLInputElement) || field.disabled) return false;
    if (field.type !== "radio") return field.value === "";
    return field.name !== from.name && !form.querySelector(`input[name="${field.name}"]:checked`);
  });
}
