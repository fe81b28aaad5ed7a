/** Error handling of the login wizard: the specification's error catalogue (§8). */
import { isTransportError, messageOf } from "../graph/errors.ts";
import { showAlert } from "../ui/overlays.ts";

/** The text for the special message TROCARSENHA. The refusals of the later steps have no other sign of it. */
export const PASSWORD_DUE = "Sua senha deve ser alterada!";

let lastMessage: string | undefined;

/** Each visit of the login starts without a stored message. */
export function forgetMessage(): void {
  lastMessage = undefined;
}

/** Shows a message of the server and stores it as the last one. */
export function showMessage(mensagem: string): void {
  lastMessage = mensagem;
  showAlert(mensagem);
}

export function emailStepFailed(error: unknown): void {
  if (!isTransportError(error)) return showMessage(messageOf(error));
  // §8: "overlay hidden, error only logged, no message". It names the operation, never what was entered.
  // oxlint-disable-next-line no-console -- the specification asks for this log line
  console.error("validarEmail", error);
}

export function laterStepFailed(error: unknown): void {
  if (!isTransportError(error)) return showMessage(messageOf(error));
  // §8: "alert with the last stored messages text", even if that text is about something else. Without a stored one, the
  // error's own message.
  showAlert(lastMessage || messageOf(error));
}
