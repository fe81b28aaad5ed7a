/**
 * The Apollo client for what opens without it: the router and the login, whose first load is a quarter shorter so. It is
 * loaded while the user types an e-mail.
 */
import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { endSession, openSession, type Usuario } from "../session.ts";

let onSessionLost: () => void = () => undefined;
/** A logout is on its way to the gateway, which also ends the streams. */
let isEnding = false;

export const loadClient = async () => (await import("./client.ts")).client;

export async function mutate<TData, TVariables extends OperationVariables>(
  mutation: TypedDocumentNode<TData, TVariables>,
  variables: TVariables,
): Promise<TData | null | undefined> {
  const client = await loadClient();
  const { data } = await client.mutate<TData, OperationVariables>({ mutation, variables });
  return data;
}

/** Opens a session with an empty cache: the response of a save may have come after the end of the previous one. */
export async function signIn(token: string, usuario: Usuario): Promise<void> {
  await clearStore();
  openSession(token, usuario);
}

/** Ends the session and clears the cache, so that the next user sees no data of the previous one. */
export async function signOut(): Promise<void> {
  isEnding = false;
  endSession();
  await clearStore();
}

async function clearStore(): Promise<void> {
  await (await loadClient()).clearStore();
}

/** From now until `signOut` the end of the session is wanted, and not lost. */
export function expectSessionEnd(): void {
  isEnding = true;
}

export function isSessionEnding(): boolean {
  return isEnding;
}

/** Calls back when the gateway rejects the session of a request. */
export function whenSessionLost(listener: () => void): void {
  onSessionLost = listener;
}

export function loseSession(): void {
  onSessionLost();
}
