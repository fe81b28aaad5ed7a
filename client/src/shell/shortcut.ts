/** Whether a key stroke asks for the search: Ctrl+K (⌘K) from anywhere, `/` where nobody is typing. */
export function isSearchShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  // What lies over the page must be answered first.
  if (event.defaultPrevented || document.querySelector("dialog[open], [aria-modal='true']")) return false;
  if (key.toLowerCase() === "k") return (ctrlKey || metaKey) && !altKey && !event.shiftKey;
  // AltGr, which some keyboards need for it, counts as Ctrl and Alt.
  return key === "/" && !metaKey && ctrlKey === altKey && !isTyping(event.target);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
