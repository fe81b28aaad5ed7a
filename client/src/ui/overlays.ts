/** State of the page's overlays: the alert dialog and the busy overlay. */
import { useSyncExternalStore } from "react";

interface PageOverlays {
  /** Queue of alert texts; the first one is shown. */
  readonly alerts: readonly string[];
  /** Number of pending promises. */
  readonly waiting: number;
}

let state: PageOverlays = { alerts: [], waiting: 0 };
const listeners = new Set<() => void>();

/** Shows a text in the alert dialog "Atenção!". A text that is already queued is not added again. */
export function showAlert(text: string): void {
  if (!state.alerts.includes(text)) change({ alerts: [...state.alerts, text] });
}

export function closeAlert(): void {
  change({ alerts: state.alerts.slice(1) });
}

/** Shows the busy overlay until the promise settles. */
export async function withBusyOverlay<T>(work: Promise<T>): Promise<T> {
  change({ waiting: state.waiting + 1 });
  try {
    return await work;
  } finally {
    change({ waiting: state.waiting - 1 });
  }
}

/** Whether the busy overlay is shown. It blocks the mouse only, so submit handlers check this too. */
export function isBusy(): boolean {
  return state.waiting > 0;
}

export function useOverlays(): PageOverlays {
  return useSyncExternalStore(subscribe, () => state);
}

function change(part: Partial<PageOverlays>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
