import { useWindowEvent } from "@mantine/hooks";
import { preference, usePreference } from "../preferences.ts";
import { isBusy } from "../ui/overlays.ts";

/** Whether single characters are shortcuts. Speech input may type them by accident, so they can be turned off (WCAG 2.1.4). */
export const singleKeys = preference("atalhos", (stored) => stored !== false);

/** Acts at a character, from everywhere but a text field, if the user has such keys. */
export function useSingleKey(character: string, act: () => void): void {
  const [hasSingleKeys] = usePreference(singleKeys);
  useWindowEvent("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
    // Chrome's autofill sends a `keydown` without a key, to a field.
    if (!hasSingleKeys || defaultPrevented || isTyping(target)) return;
    // A capital too: there are Caps Lock, and the help, which shows capitals.
    // Some keyboards need AltGr for `/`, which is reported as Ctrl and Alt.
    const isPressed = key.toLowerCase() === character && !metaKey && ctrlKey === altKey;
    if (!isPressed || isPageCovered()) return;
    event.preventDefault();
    act();
  });
}

/** No shortcut acts behind a dialog, or during a save. */
export function isPageCovered(): boolean {
  return isBusy() || document.querySelector("dialog[open]") !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
