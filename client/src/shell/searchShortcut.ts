import { useWindowEvent } from "@mantine/hooks";
import { preference, usePreference } from "../preferences.ts";

/** Whether single characters are shortcuts. Speech input may type them by accident, so they can be turned off (WCAG 2.1.4). */
export const singleKeys = preference("atalhos", (stored) => stored !== false);

/** Whether a key event is the search shortcut: Ctrl+K (⌘K) anywhere, `/` outside of text fields. */
export function isSearchShortcut(event: KeyboardEvent, hasSingleKeys: boolean): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() !== "k") return hasSingleKeys && isSingleKey(event, "/");
  return !isTaken(event) && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Whether a key event is this character, outside of text fields. */
function isSingleKey(event: KeyboardEvent, character: string): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  // Some keyboards need AltGr for `/`, which is reported as Ctrl and Alt.
  return key === character && !isTaken(event) && !metaKey && ctrlKey === altKey && !isTyping(target);
}

/** Acts at a character, from everywhere but a text field, if the user has such keys. */
export function useSingleKey(character: string, act: () => void): void {
  const [hasSingleKeys] = usePreference(singleKeys);
  useWindowEvent("keydown", (event) => {
    if (!hasSingleKeys || !isSingleKey(event, character)) return;
    event.preventDefault();
    act();
  });
}

/** Not while a dialog is open. */
function isTaken({ defaultPrevented }: KeyboardEvent): boolean {
  return defaultPrevented || document.querySelector("dialog[open], [aria-modal='true']") !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
