/** What a number is that somebody typed or pasted into the search box: of whom, or of what. */
import { cleanCpfCnpj, formatCpfCnpj, isCpfCnpj } from "../format/cpfCnpj.ts";

/** Longest authorization number that the services take. */
const MAX_AUTHORIZATION = 30;

export type Kind = "CPF" | "CNPJ" | "Sinistro" | "Autorização";

/** One thing that the text may be. */
export interface Reading {
  readonly kind: Kind;
  /** As the services have it. */
  readonly value: string;
  /** As people read it. */
  readonly label: string;
}

export interface Recognition {
  /** What it may be, the likeliest first. */
  readonly readings: readonly Reading[];
  /** What is wrong with it: then nothing is likely. */
  readonly fault?: string;
}

const NO_NUMBER = "Digite um CPF, um CNPJ ou o número de um sinistro ou de uma autorização.";
const NO_PERSON = "O CPF tem 11 números e o CNPJ, 14 caracteres.";
const NOTHING: Recognition = { readings: [] };

/** `nº `, `N.° `, `número `: never the letters of an authorization number, `NO-559102`. */
const NUMBER = /n(?:[uú]m(?:ero)?(?=[\s.:])\.?|\.?°|o?\.)[\s:]*/.source;
const NAME = /(cpf\s*\/\s*cnpj|cpf|cnpj|sinistro|autoriza[cç][aã]o)\b(?:\s+d[aeo]\s+\p{L}+)?/u.source;

/** What e-mails write in front of a number: `CPF: `, `Sinistro nº `, `Nº do sinistro: `. */
const NAMED = new RegExp(`^(?:${NUMBER}(?:d[aeo]\\s+)?)?(?:${NAME}\\s*(?:n[o°.]+)?[\\s:#.-]*)?`, "iu");

/** Brackets, quotes and the sentence's own marks. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * What a text is, with any punctuation. An empty one is nothing, which is no fault; neither are the first letters of
 * an authorization number.
 */
export function recognize(text: string): Recognition {
  const plain = text
    .replaceAll("º", "°")
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/\s+/g, " ")
    .replace(AROUND, "");
  const [prefix = "", name = ""] = NAMED.exec(plain) ?? [];
  const bare = plain.slice(prefix.length);
  if (bare === "") return NOTHING;
  if (!/\d/.test(bare)) return /\p{L}{4}/u.test(bare) ? { readings: [], fault: NO_NUMBER } : NOTHING;
  if (/^c/i.test(name)) return asPerson(bare) ?? { readings: [], fault: NO_PERSON };
  if (/^s/i.test(name)) return asNumber(asClaim(bare));
  if (/^a/i.test(name)) return asNumber(asAuthorization(bare));

  const person = asPerson(bare);
  // Nobody writes anything else with the points of a CPF or the slash of a CNPJ.
  if (person && /^[\d.]{11}-?\d\d$|\/\d{4}-?\d\d$/.test(bare.replaceAll(" ", ""))) return person;
  const others = [...asClaim(bare), ...asAuthorization(bare)];
  return person ? { ...person, readings: [...person.readings, ...others] } : asNumber(others);
}

/** What was read; that it is nothing is said. */
function asNumber(readings: readonly Reading[]): Recognition {
  return readings.length > 0 ? { readings } : { readings, fault: NO_NUMBER };
}

/** As a CPF or CNPJ, if it is as long as one. */
function asPerson(text: string): Recognition | undefined {
  const value = cleanCpfCnpj(text);
  const kind = /^\d{11}$/.test(value) ? "CPF" : /^[0-9A-Z]{12}\d\d$/.test(value) ? "CNPJ" : undefined;
  if (!kind) return undefined;
  if (isCpfCnpj(value)) return { readings: [{ kind, value, label: formatCpfCnpj(value) }] };
  return { readings: [], fault: `Não é um ${kind} válido: os dígitos verificadores não conferem.` };
}

/** As a claim number: digits alone. */
function asClaim(text: string): readonly Reading[] {
  if (!/^[\d\s./-]+$/.test(text)) return [];
  const value = text.replace(/\D/g, "");
  return [{ kind: "Sinistro", value, label: value }];
}

/**
 * As an authorization number: anything short with a digit. Letters before digits are written as the services write
 * them, `A-559102`; as they were typed, they come second.
 */
function asAuthorization(text: string): readonly Reading[] {
  const [, letters, digits] = /^([A-Z]+)[^A-Z0-9]*(\d+)$/i.exec(text) ?? [];
  const usual = (letters && digits ? `${letters}-${digits}` : text).toUpperCase();
  const values = usual === text.toUpperCase() ? [usual] : [usual, text];
  return values
    .filter((value) => value.length <= MAX_AUTHORIZATION)
    .map((value) => ({ kind: "Autorização", value, label: value }));
}
