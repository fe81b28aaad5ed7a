/** Recognises what a text in the search box is: CPF, CNPJ, claim number, authorization number, or a part of an acionamento. */
import { cleanCpfCnpj, formatCpfCnpj, hasCpf, isCpf, isCpfCnpj, onlyCpfCnpjIn } from "../format/cpfCnpj.ts";
import { cleanAutorizacao, MAX_AUTORIZACAO, readNumber, visibleText } from "../format/pasted.ts";

const MAX_TEXT = 100;

export type Kind = "CPF" | "CNPJ" | "Sinistro" | "Autorização" | "Texto";

export interface SearchMatch {
  readonly kind: Kind;
  /** Normalized, as the services expect it. */
  readonly value: string;
  readonly label: string;
}

interface SearchResult {
  /** Possible meanings, the most likely first. */
  readonly matches: readonly SearchMatch[];
  readonly errorMessage?: string;
}

const NO_NUMBER = "Digite um CPF, um CNPJ ou o número de um sinistro ou de uma autorização.";
const NO_PERSON = "O CPF tem 11 números e o CNPJ, 14 caracteres.";
const TOO_LONG = `O texto tem mais de ${MAX_TEXT} caracteres.`;
const NOTHING: SearchResult = { matches: [] };

/** Recognises a text with any punctuation. A text without numbers is a name; its first letters may be those of a number. */
export function recognizeSearch(text: string): SearchResult {
  const { bare, name } = readNumber(text);
  if (bare === "") return NOTHING;
  if (!/\d/.test(bare)) return /\p{L}{2}/u.test(bare) ? orError(asText(text), TOO_LONG) : NOTHING;
  const person = asPerson(bare) ?? asPerson(onlyCpfCnpjIn(text) ?? "");
  if (/^c/i.test(name)) return person ?? { matches: [], errorMessage: NO_PERSON };
  if (/^(s|ac)/i.test(name) && !isCpf(bare)) return asNumber(asClaim(bare), text);
  if (/^a/i.test(name)) return asNumber(asAuthorization(bare), text);

  // The punctuation of a CPF or CNPJ is unambiguous.
  if (person && /^[\d.]{11}-?\d\d$|\/\w{4}-?\d\d$/.test(bare.replaceAll(" ", ""))) return person;
  const others = [...asClaim(bare), ...asAuthorization(bare), ...(isPolicy(bare) ? asText(bare) : [])];
  return person ? { ...person, matches: [...person.matches, ...others] } : asNumber(others, text);
}

/** The matches; if there are none, the claim number that the text names, or an error. */
function asNumber(found: readonly SearchMatch[], text: string): SearchResult {
  return orError(found.length > 0 ? found : asNamedClaim(text), NO_NUMBER);
}

function orError(matches: readonly SearchMatch[], errorMessage: string): SearchResult {
  return matches.length > 0 ? { matches } : { matches, errorMessage };
}

/** As a CPF or CNPJ, if the length matches. */
function asPerson(text: string): SearchResult | undefined {
  const value = cleanCpfCnpj(text);
  const kind = /^\d{11}$/.test(value) ? "CPF" : /^[0-9A-Z]{12}\d\d$/.test(value) ? "CNPJ" : undefined;
  if (!kind) return undefined;
  if (isCpfCnpj(value)) return { matches: [{ kind, value, label: formatCpfCnpj(value) }] };
  return { matches: [], errorMessage: `Não é um ${kind} válido: os dígitos verificadores não conferem.` };
}

/** As a part of an acionamento: the name of an insured or of a pet, or the number of a policy. */
function asText(text: string): readonly SearchMatch[] {
  const value = visibleText(text).trim();
  return value.length <= MAX_TEXT ? [{ kind: "Texto", value, label: value }] : [];
}

/** Letters and more than one number, which no authorization has: `PET-2026-006215`. */
function isPolicy(text: string): boolean {
  return /^\p{L}+\W*\d+\W+\d+$/u.test(text);
}

/** As a claim number: digits only. A text with a CPF is none, since it must not be in the address of the view. */
function asClaim(text: string): readonly SearchMatch[] {
  const value = text.replace(/\D/g, "");
  if (!/^[\d\s./-]+$/.test(text) || hasCpf(text)) return [];
  return [{ kind: "Sinistro", value, label: value }];
}

/** As the only claim number that a text names: `Sinistro 2026000075552 · Faturado`. */
function asNamedClaim(text: string): readonly SearchMatch[] {
  const named = visibleText(text).matchAll(/\b(?:sinistro|acionamento)\W+(?:n\W+)?(\d[\d./-]*)(?![\w./-]|\s+\d)/gi);
  const found = new Set(Array.from(named, ([, number = ""]) => number));
  return found.size === 1 ? asClaim([...found].join("")) : [];
}

/**
 * As an authorization number: any short text with a digit. Letters before digits are normalized to the services' form
 * (`A-559102`), other forms as a save sends them; the text as typed is the second match. A text with a CPF is none either.
 */
function asAuthorization(text: string): readonly SearchMatch[] {
  const [, letters, digits] = /^([A-Z]+)[^A-Z0-9]*(\d+)$/i.exec(text) ?? [];
  const usual = letters && digits ? `${letters}-${digits}`.toUpperCase() : cleanAutorizacao(text);
  const values = usual === text || usual === text.toUpperCase() ? [usual] : [usual, text];
  return values
    .filter((value) => value.length <= MAX_AUTORIZACAO && !hasCpf(text))
    .map((value) => ({ kind: "Autorização", value, label: value }));
}
