import { Button, TextInput } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { type Preference, usePreference } from "../preferences.ts";
import { UndoButton } from "./UndoButton.tsx";

interface UserListOptions<T> {
  /** What one is called: "Conjunto". */
  readonly noun: string;
  readonly maxCount: number;
  readonly maxLength: number;
  /** Messages are cleared when this value changes. */
  readonly resetKey?: string;
  /** The text of the button that adds one, and what it has become then: "Salvar", "salvo". */
  readonly saveLabel: string;
  readonly savedLabel: string;
  readonly suggestion?: string;
  nameOf(one: T): string;
  newOne(name: string): T;
}

/** Things that a user has named and kept in this browser: more are added, and the last deletion can be undone. */
export function useUserList<T>(preference: Preference<readonly T[]>, options: UserListOptions<T>) {
  const { noun, maxCount, maxLength, resetKey, saveLabel, savedLabel, suggestion = "", nameOf, newOne } = options;
  const [all, setAll] = usePreference(preference);
  const [isNaming, setNaming] = useState(false);
  const [deleted, setDeleted] = useState<{ readonly one: T; readonly index: number }>();
  const [news, setNews] = useState({ text: "", resetKey });
  const status = useRef<HTMLSpanElement>(null);

  /** The focused element is about to disappear: focus the status. */
  function takeFocus(): void {
    status.current?.focus();
  }

  function store(next: readonly T[], done: string): boolean {
    takeFocus();
    const isStored = setAll(next);
    setDeleted(undefined);
    setNews({ text: isStored ? done : "Este navegador não guardou a mudança.", resetKey });
    return isStored;
  }

  /** Why a name cannot be that of one of them. */
  function problemOf(name: string): string | undefined {
    if (name === "") return `Dê um nome ao ${noun.toLowerCase()}.`;
    if (name.length > maxLength) return `Use no máximo ${maxLength} caracteres.`;
    const isTaken = all.some((each) => nameOf(each).toLowerCase() === name.toLowerCase());
    return isTaken ? `Já há um ${noun.toLowerCase()} com este nome.` : undefined;
  }

  return {
    all,
    isFull: all.length >= maxCount,
    isNaming,
    startNaming() {
      // What was done before would be read where a name is cancelled.
      setNews({ text: "", resetKey });
      setNaming(true);
    },
    nameField: isNaming && (
      <NameField
        label={`Nome do ${noun.toLowerCase()}`}
        initial={suggestion}
        saveLabel={saveLabel}
        problemOf={problemOf}
        onSave={(name) => {
          if (store([...all, newOne(name)], `${noun} ${name} ${savedLabel}.`)) setNaming(false);
        }}
        onCancel={() => {
          takeFocus();
          setNaming(false);
        }}
      />
    ),
    remove(one: T): void {
      const index = all.indexOf(one);
      if (store(all.toSpliced(index, 1), "")) setDeleted({ one, index });
    },
    status: (
      <>
        <span ref={status} role="status" tabIndex={-1}>
          {deleted ? `${noun} ${nameOf(deleted.one)} excluído.` : news.resetKey === resetKey && news.text}
        </span>
        {deleted && (
          <UndoButton
            onClick={() =>
              store(all.toSpliced(deleted.index, 0, deleted.one), `${noun} ${nameOf(deleted.one)} de volta.`)
            }
          />
        )}
      </>
    ),
    hasDeleted: deleted !== undefined,
  };
}

interface NameFieldProps {
  readonly label: string;
  readonly initial: string;
  readonly saveLabel: string;
  problemOf(name: string): string | undefined;
  onSave(name: string): void;
  onCancel(): void;
}

/** Names a new one. Not a form, since it may stand in one. */
function NameField({ label, initial, saveLabel, problemOf, onSave, onCancel }: NameFieldProps) {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function submit(): void {
    const found = problemOf(text.trim());
    setProblem(found);
    if (found) field.current?.focus();
    else onSave(text.trim());
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") submit();
    else if (event.key === "Escape") onCancel();
    else return;
    // Enter would lead to the next field of the form around it.
    event.preventDefault();
  }

  return (
    <div className="row user-list-name">
      <TextInput
        ref={field}
        flex="1 1 12rem"
        aria-label={label}
        placeholder={label}
        value={text}
        error={problem}
        autoComplete="off"
        // The user has just asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <Button variant="light" onClick={submit}>
        {saveLabel}
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        Cancelar
      </Button>
    </div>
  );
}
