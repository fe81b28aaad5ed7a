/** State of the page's overlays: the alert dialog and the busy overlay. */
import { useSyncExternalStore } from "react";
import { listenable } from "../listenable.ts";

interface PageOverlays {
  /** Queue of alert texts; the first one is shown. */
  readonly alerts: readonly string[];
  /** Number of pending promises. */
  readonly waiting: number;
}

let state: PageOverlays = { alerts: [], waiting: 0 };
/** Is focused when the busy overlay closes: what had the focus, or the last element passed to `focusWhenFree`. */
let focusAfterwards: HTMLElement | null = null;
const { subscribe, notify } = listenable();

/** Shows a text in the alert dialog "Atenção!". A text that is already queued is not added again. */
export function showAlert(text: string): void {
  if (!state.alerts.includes(text)) change({ alerts: [...state.alerts, text] });
}

export function closeAlert(): void {
  change({ alerts: state.alerts.slice(1) });
}

/** Shows the busy overlay until the promise settles. The page is inert meanwhile. */
export async function withBusyOverlay<T>(work: Promise<T>): Promise<T> {
  // An inert element loses the focus.
  if (!isBusy()) focusAfterwards = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  change({ waiting: state.waiting + 1 });
  try {
    return await work;
  } finally {
    change({ waiting: state.waiting - 1 });
  }
}

/** Whether the busy overlay is shown. A submit event may be older than the overlay, so submit handlers check this. */
export function isBusy(): boolean {
  return state.waiting > 0;
}

/** Focuses an element; while the page is inert, as soon as it is not. */
export function focusWhenFree(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (isBusy()) focusAfterwards = element ?? null;
  else element?.focus(options);
}

/** Focuses the part around a button that is about to disappear. The part has `tabIndex={-1}`. */
export function focusAround(button: Element): void {
  button.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
}

/** Returns the focus after an overlay, unless another element has it. */
export function returnFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  (focusAfterwards?.isConnected ? focusAfterwards : document.querySelector("h1"))?.focus({ preventScroll: true });
}

export function useOverlays(): PageOverlays {
  return useSyncExternalStore(subscribe, () => state);
}

function change(part: Partial<PageOverlays>): void {
  state = { ...state, ...part };
  notify();
}
