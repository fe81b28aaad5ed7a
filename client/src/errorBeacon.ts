/**
 * Reports errors in the portal's code to its operator: the address of the screen without its query, the error's name and
 * the build; never a message, which may quote what a user typed.
 */
import { reportsErrors } from "./environment.ts";

/** Reports of one page. */
const MOST = 10;

const reported = new Set<string>();

/** Reports errors that nothing has caught, from now on. */
export function reportUncaughtErrors(): void {
  window.addEventListener("error", ({ error }) => reportToOperator(error));
  window.addEventListener("unhandledrejection", ({ reason }) => reportToOperator(reason));
}

/** Reports an error, once for each screen. */
export function reportToOperator(error: unknown, isOn = reportsErrors): void {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "Error";
  const route = location.pathname;
  const key = `${route} ${name}`;
  if (!isOn || reported.has(key) || reported.size >= MOST) return;
  reported.add(key);
  const release = document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? "";
  // `keepalive`: the page may be closing.
  void fetch("/browser-errors", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ route, name, release }),
    keepalive: true,
  }).catch(() => undefined);
}
