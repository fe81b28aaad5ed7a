import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type NavigateOptions, type To, useNavigate } from "react-router";
import { type Kind, type Reading, recognize } from "./recognize.ts";
import { isSearchShortcut } from "./shortcut.ts";

/** What opening one leads to. */
const ACTIONS: Readonly<Record<Kind, string>> = {
  CPF: "Novo acionamento para este segurado",
  CNPJ: "Novo acionamento para este segurado",
  Sinistro: "Ver o acionamento",
  Autorização: "Consultar acionamentos com esta autorização",
};

/**
 * Search by CPF/CNPJ, claim number or authorization number: says what it recognised, and opens the right place. On a
 * narrow screen it is a button, which lays the field over the whole top bar.
 *
 * Not Mantine's combobox: that tells a screen reader which option is chosen only after an arrow key, and here the first
 * one is chosen from the start.
 */
export function SearchBox() {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const [isListOpen, setIsListOpen] = useState(false);
  const [isOverlay, setIsOverlay] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const id = useId();

  const { readings, fault } = recognize(text);
  const isExpanded = isListOpen && readings.length > 0;
  const isFaultShown = isListOpen && fault !== undefined;

  function focus(isOver: boolean) {
    // The field cannot take the focus before it is there.
    flushSync(() => setIsOverlay(isOver));
    field.current?.focus();
    field.current?.select();
  }

  /** Takes the field away where it lies over the top bar. */
  function fold() {
    setIsListOpen(false);
    flushSync(() => setIsOverlay(false));
    opener.current?.focus();
  }

  function write(next: string) {
    setText(next);
    // With something wrong nothing is likely: the person chooses.
    setChosen(recognize(next).fault === undefined ? 0 : -1);
    setIsListOpen(true);
  }

  function open(reading: Reading | undefined) {
    if (!reading) return;
    const [to, options] = placeOf(reading);
    write("");
    field.current?.blur();
    void navigate(to, options);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setIsListOpen(true);
      const step = event.key === "ArrowDown" ? chosen + 1 : Math.max(chosen, 0) - 1;
      if (isExpanded) setChosen((step + readings.length) % readings.length);
    } else if (event.key === "Enter") {
      open(readings[chosen]);
    } else if (event.key === "Escape") {
      if (isOverlay) fold();
      else if (isExpanded || isFaultShown) setIsListOpen(false);
      else write("");
    } else {
      return;
    }
    event.preventDefault();
  }

  function onBlur(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setIsListOpen(false);
    setIsOverlay(false);
  }

  const onShortcut = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!isSearchShortcut(event)) return;
    event.preventDefault();
    // Where the button is not shown, the field is.
    focus((opener.current?.getClientRects().length ?? 0) > 0);
  });

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => onShortcut(event);
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears only that the focus has left it
    <div role="search" className="search-box" data-overlay={isOverlay || undefined} onBlur={onBlur}>
      <ActionIcon
        ref={opener}
        className="search-opener"
        variant="subtle"
        color="gray"
        size={40}
        aria-label="Pesquisar"
        aria-expanded={isOverlay}
        onClick={() => focus(true)}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      <div className="search-field">
        <IconSearch size={18} aria-hidden />
        <input
          ref={field}
          role="combobox"
          aria-label="Pesquisar por CPF, CNPJ, sinistro ou autorização"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={isExpanded}
          aria-controls={`${id}-list`}
          aria-activedescendant={isExpanded && readings[chosen] ? `${id}-${chosen}` : undefined}
          aria-describedby={`${id}-fault`}
          aria-invalid={fault !== undefined}
          aria-keyshortcuts="Control+K /"
          placeholder="CPF/CNPJ, sinistro ou autorização"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onFocus={() => setIsListOpen(true)}
          onKeyDown={onKeyDown}
        />
        <kbd aria-hidden>Ctrl K</kbd>
        <ActionIcon
          className="search-closer"
          variant="subtle"
          color="gray"
          size={36}
          aria-label="Fechar a pesquisa"
          onClick={fold}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <VisuallyHidden id={`${id}-fault`} role="status">
        {fault}
      </VisuallyHidden>
      <div className="search-found" hidden={!isExpanded && !isFaultShown}>
        {fault !== undefined && (
          <p className="search-fault" aria-hidden>
            {fault}
          </p>
        )}
        <div id={`${id}-list`} role="listbox" aria-label="O que foi reconhecido">
          {readings.map((reading, at) => (
            <button
              type="button"
              tabIndex={-1}
              key={reading.kind + reading.value}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === chosen}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setChosen(at)}
              onClick={() => open(reading)}
            >
              <b className="figures">{`${reading.kind} ${reading.label}`}</b>
              <span>{ACTIONS[reading.kind]}</span>
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Where one leads to. A CPF or CNPJ never stands in an address: it goes along unseen. */
function placeOf({ kind, value }: Reading): [To, NavigateOptions?] {
  switch (kind) {
    case "CPF":
    case "CNPJ":
      return ["/novo-acionamento", { state: { cpfCnpj: value } }];
    case "Sinistro":
      return [`/visualiza-acionamento?${new URLSearchParams({ sinistro: value }).toString()}`];
    case "Autorização":
      return [`/consulta-acionamento?${new URLSearchParams({ autorizacao: value }).toString()}`];
  }
}
