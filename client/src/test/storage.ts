import { vi } from "vitest";

/** The browser's storages are full, until `mockRestore` or the end of the test. */
export function fillStorage() {
  return vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
}

/** Stores a draft of Ana's, five minutes ago in another tab, which is closed. `part` says what is otherwise. */
export function storeDraft(name: string, draft: object, part: object = {}): void {
  const stored = { savedAt: Date.now() - 5 * 60_000, title: "", tab: "outra-aba", isOpen: false, draft, ...part };
  localStorage.setItem(`rascunho:ana@patas.example:${name}`, JSON.stringify(stored));
}
