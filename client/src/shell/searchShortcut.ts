/** Whether a key event is the search shortcut: Ctrl+K (⌘K) anywhere, `/` outside of text fields. */
export function isSearchShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  // Not while a dialog is open.
  if (event.defaultPrevented || document.querySelector("dialog[open], [aria-modal='true']")) return false;
  if (key.toLowerCase() === "k") return (ctrlKey || metaKey) && !altKey && !event.shiftKey;
  // Some keyboards need AltGr for `/`, which is reported as Ctrl and Alt.
  return key === "/" && !metaKey && ctrlKey === altKey && !isTyping(event.target);
}

/** Whether a key event asks for the list of the keys: `?` outside of text fields. */
export function isHelpShortcut({ key, defaultPrevented, metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean {
  if (defaultPrevented || document.querySelector("dialog[open], [aria-modal='true']")) return false;
  return key === "?" && !metaKey && ctrlKey === altKey && !isTyping(target);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
