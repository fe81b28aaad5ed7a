/** The identity of this browser tab. It survives a reload; a duplicate of the tab gets another. */
import { randomId } from "./randomId.ts";
import { sessionStore } from "./storage.ts";

const KEY = "aba";

// Only stored while the page is left: a browser copies the session storage into a duplicated tab.
export const tabId = sessionStore.getItem(KEY) ?? randomId();
sessionStore.removeItem(KEY);
window.addEventListener("pagehide", () => sessionStore.setItem(KEY, tabId));
window.addEventListener("pageshow", () => sessionStore.removeItem(KEY));
