/**
 * Messages about saves whose session ended before the response came. They are kept in localStorage for the user's next
 * login: a user who learns nothing of a save enters it again, which would be a second one.
 */
import { useWindowEvent } from "@mantine/hooks";
import { useEffect } from "react";
import { serverNow } from "./clock.ts";
import { formatInstant } from "./format/date.ts";
import { randomId } from "./randomId.ts";
import { currentSession, sessionOwner } from "./session.ts";
import { localStore } from "./storage.ts";
import { showAlert } from "./ui/overlays.ts";

const PREFIX = "mensagem:";

/** Whether this user is signed in, so that a message can be shown now. */
export function isSignedIn(owner: string): boolean {
  return currentSession() !== null && sessionOwner() === owner;
}

/** Keeps the message of a successful save for the next login of its user. */
export function deferMessage(owner: string, message: string): void {
  const savedAt = formatInstant(new Date(serverNow()).toISOString());
  const text = `O envio de ${savedAt} foi salvo depois que a sua sessão terminou. Não é preciso enviar de novo.\n\n${message}`;
  const key = `${keyOf(owner)}${randomId()}`;
  if (localStore.setItem(key, text)) return;
  // The next login may not be in this page: the user who is at this screen reads the message now.
  localStore.removeItem(key);
  showAlert(text);
}

/** Shows the messages that wait for the signed-in user, also those that another tab defers later. */
export function useDeferredMessages(): void {
  useEffect(showMessages, []);
  useWindowEvent("storage", showMessages);
}

function showMessages(): void {
  if (!currentSession()) return;
  for (const key of localStore.keys().filter((each) => each.startsWith(keyOf(sessionOwner())))) {
    const text = localStore.getItem(key);
    localStore.removeItem(key);
    if (text !== null) showAlert(text);
  }
}

function keyOf(owner: string): string {
  return `${PREFIX}${owner}:`;
}
