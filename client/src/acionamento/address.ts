/** Addresses of one acionamento's screens. */
import { cleanSinistro } from "../format/pasted.ts";

/** The graph's maximum length of a claim number. */
const MAX_LENGTH = 100;

export function viewAddress(sinistro: string): string {
  return `/visualiza-acionamento?${new URLSearchParams({ sinistro }).toString()}`;
}

export function reopenAddress(sinistro: string): string {
  return `/reabre-acionamento?${new URLSearchParams({ sinistro }).toString()}`;
}

/** The claim number in an address; empty if missing or too long. */
export function sinistroIn(search: string): string {
  const sinistro = cleanSinistro(new URLSearchParams(search).get("sinistro") ?? "");
  return Array.from(sinistro).length > MAX_LENGTH ? "" : sinistro;
}
