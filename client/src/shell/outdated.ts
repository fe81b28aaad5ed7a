/** A new version of the portal behind an open page: the chunks that this page would load no longer exist. */
import { sessionStore } from "../storage.ts";

const RELOADED_KEY = "recarregada";
/** Gateways of two versions may answer in turn during a deploy: no reload follows another at once. */
const PAUSE_MS = 60_000;

/** Reloads the page if the gateway serves another build than the one that runs. Drafts and history state survive. */
export async function reloadIfOutdated(reload = () => location.reload()): Promise<void> {
  const now = Date.now();
  if (now - Number(sessionStore.getItem(RELOADED_KEY)) < PAUSE_MS || !(await isOutdated())) return;
  // What is not stored is forgotten by the reload, which would follow itself for ever.
  if (sessionStore.setItem(RELOADED_KEY, String(now))) reload();
}

/** Each build has another entry script. Offline nothing is known, and a reload would lose the page. */
async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? "";
  try {
    const response = await fetch("/", { cache: "no-store" });
    return response.ok && entry !== "" && !(await response.text()).includes(entry);
  } catch {
    return false;
  }
}
