/** Addresses of one acionamento's screens. */
import { cleanSinistro } from "../format/sinistro.ts";

/** As long as the graph takes a claim number. */
const MOST = 100;

export function viewAddress(sinistro: string): string {
  return `/visualiza-acionamento?${new URLSearchParams({ sinistro }).toString()}`;
}

export function reopenAddress(sinistro: string): string {
  return `/reabre-acionamento?${new URLSearchParams({ sinistro }).toString()}`;
}

/** The claim number in an address; empty where there is none that could be asked for. */
export function sinistroIn(search: string): string {
  const sinistro = cleanSinistro(new URLSearchParams(search).get("sinistro") ?? "");
  return Array.from(sinistro).length > MOST ? "" : sinistro;
}
