import { isUnauthenticated, messageOf } from "../graph/errors.ts";
import { showAlert } from "./overlays.ts";

/** Shows an error in the alert dialog, except for an expired session, which `routes` handles. */
export function reportError(error: unknown): void {
  if (!isUnauthenticated(error)) showAlert(messageOf(error));
}
