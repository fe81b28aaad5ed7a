/** What the addresses of one acionamento's screens hold. */
import { cleanCpfCnpj, isCpfCnpj } from "../format/cpfCnpj.ts";
import { writtenText } from "../format/pasted.ts";

/** The graph's maximum length of a claim number. */
const MAX_LENGTH = 100;

export function reopenAddress(sinistro: string): string {
  return `/reabre-acionamento?${new URLSearchParams({ sinistro }).toString()}`;
}

/** The CPF or CNPJ in a history state: it stands in no address. */
export function cpfCnpjIn(state: unknown): string | undefined {
  const { cpfCnpj } = Object(state) as { readonly cpfCnpj?: unknown };
  return typeof cpfCnpj === "string" && isCpfCnpj(cpfCnpj) ? cleanCpfCnpj(cpfCnpj) : undefined;
}

/** The claim number in an address, as the API writes it: only what is typed is cleaned. Empty if missing or too long. */
export function sinistroIn(search: string): string {
  const sinistro = writtenText(new URLSearchParams(search).get("sinistro") ?? "");
  return Array.from(sinistro).length > MAX_LENGTH ? "" : sinistro;
}
