/** The identity of this browser tab. It survives a reload; a duplicate of the tab gets another. */
import { randomId } from "./randomId.ts";

const KEY = "aba";

// Only stored while the page is left: a browser copies the session storage into a duplicated tab.
export const tabId = sessionStorage.getItem(KEY) ?? randomId();
sessionStorage.removeItem(KEY);
window.addEventListener("pagehide", () => sessionStorage.setItem(KEY, tabId));
window.addEventListener("pageshow", () => sessionStorage.removeItem(KEY));
