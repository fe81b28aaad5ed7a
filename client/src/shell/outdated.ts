/** A new version of the portal behind an open page: the chunks that this page would load no longer exist. */
import { localStore } from "../storage.ts";

const RELOADED_KEY = "recarregada";
/** Gateways of two versions may answer in turn during a deploy: no reload follows another at once. */
const PAUSE_MS = 60_000;

interface ReloadOptions {
  /** Code could not be loaded: some browsers never ask for it again, so that the same build is to be reloaded too. */
  readonly isCodeMissing?: boolean;
  readonly reload?: () => void;
}

/** Reloads the page if the gateway serves another build than the one that runs. Drafts and history state survive. */
export async function reloadIfOutdated({
  isCodeMissing = false,
  reload = () => location.reload(),
}: ReloadOptions = {}): Promise<void> {
  const now = Date.now();
  if (now - Number(localStore.getItem(RELOADED_KEY)) < PAUSE_MS) return;
  const page = await fetchPage();
  if (page === undefined || !(isCodeMissing || isOfAnotherBuild(page))) return;
  // Reload only if the time was stored; otherwise the page would reload for ever.
  if (localStore.setItem(RELOADED_KEY, String(now))) reload();
}

/** The page as the gateway serves it now. Offline there is none, and a reload would lose the one that is open. */
async function fetchPage(): Promise<string | undefined> {
  try {
    const response = await fetch("/", { cache: "no-store" });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/** Each build has another entry script. */
function isOfAnotherBuild(page: string): boolean {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? "";
  return entry !== "" && !page.includes(entry);
}
