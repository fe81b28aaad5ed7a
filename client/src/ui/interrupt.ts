/** What interrupts people: the alert, and the overlay while something must be waited for. One of each for the page. */
import { useSyncExternalStore } from "react";

interface Interruption {
  /** Texts not yet read, the one that is shown first. */
  readonly alerts: readonly string[];
  /** How many things are waited for. */
  readonly waiting: number;
}

let state: Interruption = { alerts: [], waiting: 0 };
const listeners = new Set<() => void>();

/** Shows a text in the alert titled "Atenção!". A text that is already waiting to be read is not shown twice. */
export function alert(text: string): void {
  if (!state.alerts.includes(text)) change({ alerts: [...state.alerts, text] });
}

export function closeAlert(): void {
  change({ alerts: state.alerts.slice(1) });
}

/** Covers the page with the busy overlay until the work is done. */
export async function busy<T>(work: Promise<T>): Promise<T> {
  change({ waiting: state.waiting + 1 });
  try {
    return await work;
  } finally {
    change({ waiting: state.waiting - 1 });
  }
}

/** Whether something is waited for. The overlay keeps the mouse away, not the keyboard: what sends asks first. */
export function isBusy(): boolean {
  return state.waiting > 0;
}

export function useInterruption(): Interruption {
  return useSyncExternalStore(subscribe, () => state);
}

function change(part: Partial<Interruption>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
