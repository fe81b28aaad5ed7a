import { reloadIfOutdated } from "../shell/outdated.ts";

/** The login's calls, loaded after it. After a deploy they are gone, and the login has no error boundary that reloads. */
export async function loadCalls() {
  try {
    return await import("./login.mutations.ts");
  } catch (error) {
    void reloadIfOutdated({ isCodeMissing: true });
    throw error;
  }
}
