import { TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useState } from "react";
import { hasWords } from "../format/words.ts";
import { useCombobox } from "./useCombobox.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceFieldProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  onChange(value: string): void;
}

/** A choice of a long list, found by any words of its label; a native list is searched by its first letters alone. */
export function ChoiceField({ label, choices, value, onChange }: ChoiceFieldProps) {
  /** What is typed instead of a value; null shows the chosen one. */
  const [entry, setEntry] = useState({ typed: null as string | null, forValue: value });
  const typed = entry.forValue === value ? entry.typed : null;
  const setTyped = (text: string | null) => setEntry({ typed: text, forValue: value });
  const found = typed === null ? choices : choices.filter((each) => hasWords(each.label, typed));
  const chosen = choices.findIndex((each) => each.value === value);
  const { isOpen, ...combobox } = useCombobox({
    count: found.length,
    preselected: typed === null ? chosen : 0,
    onChoose: (index) => {
      setTyped(null);
      const next = found[index];
      if (next && next.value !== value) onChange(next.value);
    },
  });

  const shown = choices[chosen]?.label ?? "";

  function leave() {
    if (typed?.trim() === "") setTyped(null);
    combobox.close();
  }

  return (
    <div className="combobox">
      <TextInput
        {...combobox.field}
        label={label}
        value={typed ?? shown}
        error={typed !== null && !isOpen && `Nada foi escolhido com “${typed.trim()}”: vale “${shown}”.`}
        rightSection={<IconSelector size={18} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          combobox.onTyped();
        }}
        onKeyDown={(event) => {
          // Enter in the closed list opens it.
          if (event.key === "Enter" && !isOpen) {
            event.preventDefault();
            combobox.open();
            return;
          }
          if (event.key === "Escape") setTyped(null);
          combobox.onKeyDown(event);
        }}
        // What is typed replaces the chosen one; a click puts the caret somewhere in it.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={({ currentTarget }) => {
          combobox.open();
          currentTarget.select();
        }}
        onBlur={leave}
      />
      <div className="combobox-list" hidden={!isOpen}>
        <div {...combobox.list} aria-label={`Opções de ${label}`}>
          {found.map((each, index) => (
            <button key={each.value} {...combobox.option(index)}>
              {each.label}
            </button>
          ))}
        </div>
        {found.length === 0 && <p>Nada com “{typed?.trim()}”.</p>}
      </div>
    </div>
  );
}
