/** Opens and ends sessions. Loads Apollo Client only then: without it the first load of the login is a quarter smaller. */
import { endSession, openSession, type Usuario } from "../session.ts";

/** Opens a session with an empty cache: a late response may have filled it after the previous session ended. */
export async function signIn(token: string, usuario: Usuario): Promise<void> {
  await clearStore();
  openSession(token, usuario);
}

/** Ends the session and clears the cache, so that the next user sees no data of the previous one. */
export async function signOut(): Promise<void> {
  endSession();
  await clearStore();
}

async function clearStore(): Promise<void> {
  const { client } = await import("./client.ts");
  await client.clearStore();
}
