import "@testing-library/jest-dom/vitest";
import { notifications } from "@mantine/notifications";
import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { signOut } from "../graph/clientSession.ts";
import { localStore, sessionStore } from "../storage.ts";
import { closeAlert } from "../ui/overlays.ts";
import { mockGraph } from "./mockGraph.ts";

const { asyncWrapper } = getConfig();
configure({
  // The first test of a file also waits for its screen's code, on machines that build at the same time.
  asyncUtilTimeout: 15_000,
  // A user's action ends once React has rendered what follows from it, such as the errors of a validation. Testing Library
  // waits for a timer only, which on a busy machine fires before the `setImmediate` in which React renders.
  asyncWrapper: (act) =>
    asyncWrapper(async () => {
      const result = await act();
      // A render, its effects, and the render of what they changed.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      await new Promise(setImmediate);
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
  cleanup();
  closeAlert();
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
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
  this.querySelector("button")?.focus();
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
