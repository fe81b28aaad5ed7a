import { ActionIcon, CloseButton, Loader, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconColumns3, IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { MAX_BUSCA } from "../../shell/addresses.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";

const TYPING_MS = 300;

export const COLUMN_CHOICE = "consulta-columns";

export interface ConsultaToolsProps {
  readonly criteria: ConsultaCriteria;
  readonly isChoiceOpen: boolean;
  onToggleChoice(): void;
}

/** The search field, and the button of the columns. */
export function ConsultaTools({ criteria, isChoiceOpen, onToggleChoice }: ConsultaToolsProps) {
  return (
    <div className="consulta-tools no-print">
      <SearchField criteria={criteria} />
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Colunas"
        title="Colunas"
        aria-expanded={isChoiceOpen}
        aria-controls={COLUMN_CHOICE}
        onClick={onToggleChoice}
      >
        <IconColumns3 size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** A debounced search field; Enter searches at once, the arrow down leads to the rows. */
function SearchField({ criteria: { key, busca, setBusca, isChanging } }: { readonly criteria: ConsultaCriteria }) {
  const [text, setText] = useState(busca);
  const searched = useRef(busca);
  const field = useRef<HTMLInputElement>(null);
  /** The arrow down was the last key: the focus moves to the first row once the list is loaded. */
  const isRowWanted = useRef(false);

  const search = (value: string) => {
    const next = value.trim();
    if (next === searched.current) return;
    searched.current = next;
    setBusca(next);
  };
  const searchDebounced = useDebouncedCallback(search, TYPING_MS);
  const searchNow = (value: string) => {
    searchDebounced.cancel();
    setText(value);
    search(value);
  };

  // After a history navigation, take over that entry's text, but do not overwrite the current typing. Depends on the key
  // too: an entry that was left before its search had finished has the same text.
  useEffect(() => {
    if (busca === searched.current) return;
    searched.current = busca;
    setText(busca);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [key, busca]);

  useEffect(() => {
    if (isChanging || !isRowWanted.current) return;
    isRowWanted.current = false;
    focusFirstRow(field.current);
  }, [isChanging]);

  return (
    <TextInput
      ref={field}
      flex={1}
      role="searchbox"
      label="Buscar na lista"
      placeholder="Nome, CPF, pet, apólice ou número"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        searchDebounced(currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") searchNow(text);
        if (event.key === "Escape") searchNow("");
        const isFound = text.trim() === searched.current && !isChanging;
        isRowWanted.current = event.key === "ArrowDown" && !isFound;
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        searchNow(text);
        if (isFound) focusFirstRow(event.currentTarget);
      }}
      onBlur={() => {
        isRowWanted.current = false;
        // A search that came later would undo what is clicked next.
        searchDebounced.flush();
      }}
      maxLength={MAX_BUSCA}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      leftSection={isChanging ? <Loader size={18} aria-hidden /> : <IconSearch size={18} aria-hidden />}
      rightSection={
        text && (
          <CloseButton
            aria-label="Limpar a busca"
            onClick={(event) => {
              searchNow("");
              event.currentTarget.closest(".mantine-TextInput-root")?.querySelector("input")?.focus();
            }}
          />
        )
      }
    />
  );
}

function focusFirstRow(field: HTMLElement | null): void {
  field?.closest(".consulta-list")?.querySelector<HTMLElement>('[data-row="0"] a')?.focus();
}
