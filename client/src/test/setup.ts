import "@testing-library/jest-dom/vitest";
import { notifications } from "@mantine/notifications";
import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { learnServerTime } from "../clock.ts";
import { signOut } from "../graph/clientSession.ts";
import { localStore, sessionStore } from "../storage.ts";
import { closeAlert } from "../ui/overlays.ts";
import { forgetAnnounced } from "../ui/PageHeader.tsx";
import { mockGraph } from "./mockGraph.ts";

/** React's own, which has no types. */
const scheduler = await vi.importActual<{
  readonly unstable_IdlePriority: number;
  unstable_scheduleCallback(priority: number, callback: () => void): void;
}>("scheduler");
const { asyncWrapper } = getConfig();
configure({
  // The first test of a file also waits for its screen's code, on machines that build at the same time.
  asyncUtilTimeout: 15_000,
  // A user's action ends once React has rendered what follows from it, such as the errors of a validation. Testing Library
  // waits for a timer only, which on a busy machine fires before the tasks in which React renders.
  asyncWrapper: (act) =>
    asyncWrapper(async () => {
      const result = await act();
      await new Promise<void>((resolve) => {
        scheduler.unstable_scheduleCallback(scheduler.unstable_IdlePriority, () => resolve());
      });
      return result;
    }),
});

beforeAll(() => mockGraph.server.listen({ onUnhandledRequest: "error" }));
beforeEach(async () => {
  // Each test starts with a clean browser.
  await signOut();
  localStore.clear();
  sessionStore.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  learnServerTime(new Date().toUTCString());
  cleanup();
  closeAlert();
  forgetAnnounced();
  // Toasts are global and outlive the rendered tree.
  notifications.clean();
  mockGraph.reset();
});
afterAll(() => mockGraph.server.close());

// APIs that Mantine uses and jsdom lacks.
window.matchMedia = (media) => ({
  media,
  matches: false,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
const focused = new WeakMap<HTMLDialogElement, Element | null>();
HTMLDialogElement.prototype.showModal = function showModal() {
  focused.set(this, document.activeElement);
  this.open = true;
  this.querySelector("button")?.focus();
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  const before = focused.get(this);
  if (before instanceof HTMLElement) before.focus();
  this.dispatchEvent(new Event("close"));
};
