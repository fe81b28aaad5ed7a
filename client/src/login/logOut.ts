import { expectSessionEnd, signOut } from "../graph/clientSession.ts";
import { currentSession } from "../session.ts";
import { sair } from "./login.query.ts";

/** Longest wait for the gateway. A user who leaves a shared machine must not be kept from it. */
const PATIENCE_MS = 2000;

/** Ends the session at the gateway, which refuses its token from then on, and in all tabs. */
export async function logOut(): Promise<void> {
  if (currentSession()) {
    expectSessionEnd();
    const told = sair();
    // Offline, or ended already: the session ends here all the same.
    await Promise.race([told.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  }
  await signOut();
}
