/** What the addresses of acionamentos hold: numbers and codes. */
import { cleanCpfCnpj, hasCpf, isCpfCnpj } from "../format/cpfCnpj.ts";
import { writtenText } from "../format/pasted.ts";

/** The graph's maximum length of a code or number. */
const MAX_LENGTH = 100;

/** The CPF or CNPJ in a history state, since a CPF stands in no address. */
export function cpfCnpjIn(state: unknown): string | undefined {
  const { cpfCnpj } = Object(state) as { readonly cpfCnpj?: unknown };
  return typeof cpfCnpj === "string" && isCpfCnpj(cpfCnpj) ? cleanCpfCnpj(cpfCnpj) : undefined;
}

/** The claim number in an address. Empty if missing or too long. */
export function sinistroIn(search: string): string {
  return codesIn(new URLSearchParams(search), "sinistro")[0] ?? "";
}

/** The codes or numbers of a name in an address, as the API writes them: only what is typed is cleaned. */
export function codesIn(params: URLSearchParams, name: string): readonly string[] {
  const codes = params.getAll(name).map(writtenText);
  return codes.filter((code) => code !== "" && Array.from(code).length <= MAX_LENGTH);
}

/** Why a text is not accepted as a number (it would be in the address). */
export function numberError(text: string): string | undefined {
  if (hasCpf(text)) return "Isto é um CPF. Procure por ele na busca do topo.";
  if (!/\d/.test(text)) return "Um número tem algarismos. Para procurar um nome, use a busca do topo.";
  if (Array.from(text).length > MAX_LENGTH) return `Um número tem no máximo ${MAX_LENGTH} caracteres.`;
  return undefined;
}
