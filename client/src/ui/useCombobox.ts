import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from "react";

interface ComboboxOptions {
  readonly count: number;
  /** The option that Enter takes until another is reached; -1 for none. */
  readonly preselected: number;
  onChoose(index: number): void;
}

/** A text field with a list of options. Not Mantine's, which does not announce an option that is preselected. */
export function useCombobox({ count, preselected, onChoose }: ComboboxOptions) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  /** The option reached by an arrow key or the mouse. */
  const [reached, setReached] = useState<number | null>(null);
  const active = Math.min(reached ?? preselected, count - 1);
  const isExpanded = isOpen && count > 0;
  const optionId = (index: number) => `${id}-${index}`;
  const activeId = isExpanded && active >= 0 ? optionId(active) : undefined;

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  function close() {
    setOpen(false);
    setReached(null);
  }

  function choose(index: number) {
    close();
    onChoose(index);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setOpen(true);
      const step = event.key === "ArrowDown" ? active + 1 : Math.max(active, 0) - 1;
      if (isExpanded) setReached((step + count) % count);
    } else if (event.key === "Enter" && isExpanded && active >= 0) {
      choose(active);
    } else if (event.key === "Escape" && isOpen) {
      close();
    } else {
      return;
    }
    event.preventDefault();
  }

  return {
    isOpen,
    isExpanded,
    close,
    open: () => setOpen(true),
    /** Opens the list for a text that has just been typed. */
    onTyped: () => {
      setOpen(true);
      setReached(null);
    },
    onKeyDown,
    field: {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-expanded": isExpanded,
      "aria-controls": `${id}-list`,
      "aria-activedescendant": activeId,
      autoComplete: "off",
      spellCheck: false,
    },
    list: { id: `${id}-list`, role: "listbox" },
    option: (index: number) => ({
      type: "button" as const,
      id: optionId(index),
      role: "option",
      tabIndex: -1,
      "aria-selected": index === active,
      // The field keeps the focus.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onMouseMove: () => setReached(index),
      onClick: () => choose(index),
    }),
  } as const;
}
