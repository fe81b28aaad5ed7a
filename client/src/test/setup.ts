import "@testing-library/jest-dom/vitest";
import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { signOut } from "../graph/client.ts";
import { closeAlert } from "../ui/interrupt.ts";
import { graph } from "./graph.ts";

// The first test of a file waits for its screen's code too, on a machine that may be busy.
configure({ asyncUtilTimeout: 5000 });

beforeAll(() => graph.server.listen({ onUnhandledRequest: "error" }));
beforeEach(async () => {
  // Each test is a browser that nobody has used.
  await signOut();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  closeAlert();
  // Toasts outlive the page that showed them.
  notifications.clean();
  graph.reset();
});
afterAll(() => graph.server.close());

// What jsdom lacks and Mantine asks for.
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
