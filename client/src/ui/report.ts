import { isUnauthenticated, messageOf } from "../graph/fault.ts";
import { alert } from "./interrupt.ts";

/** Tells the person in the alert what went wrong. An ended session has been told already: see `routes`. */
export function reportFault(error: unknown): void {
  if (!isUnauthenticated(error)) alert(messageOf(error));
}
