/** What a new password must be, and what it is worth. The gateway checks the same rules (schema/login/check.rs). */

const MIN_LENGTH = 8;
const MAX_LENGTH = 256;

/** What a new password is compared with. */
export interface PasswordContext {
  readonly email: string;
  readonly current: string;
}

export interface Rule {
  readonly text: string;
  readonly isMet: boolean;
}

/** The rules, in the order in which they are read, each with whether a password keeps it. An empty one keeps none. */
export function checkRules(password: string, { email, current }: PasswordContext): readonly Rule[] {
  const { length } = Array.from(password);
  const isTyped = length > 0;
  return [
    { text: "De 8 a 256 caracteres", isMet: length >= MIN_LENGTH && length <= MAX_LENGTH },
    { text: "Ao menos uma letra", isMet: /\p{Alphabetic}/u.test(password) },
    { text: "Ao menos um número", isMet: /\p{N}/u.test(password) },
    { text: "Diferente da senha atual", isMet: isTyped && password !== current },
    { text: "Diferente do e-mail", isMet: isTyped && password.toLowerCase() !== email.trim().toLowerCase() },
  ];
}

export const STRENGTHS = ["fraca", "razoável", "boa", "forte"] as const;
export type Strength = (typeof STRENGTHS)[number];

/** From how many bits a password is more than weak, more than fair, more than good. */
const BITS = [36, 50, 66];

/** What everybody tries first. */
const GUESSED = ["senha", "password", "qwerty", "asdf", "admin", "mudar", "brasil", "acesso", "acionamento", "pet"];

/**
 * How hard a password is to guess, roughly: what must be guessed of it, in characters, times the bits of each. Characters
 * that repeat or continue the one before, common words, the words of the e-mail address and the current password are
 * not counted. It can tell a bad one; it cannot prove a good one.
 */
export function strengthOf(password: string, { email, current }: PasswordContext): Strength {
  const words = [...GUESSED, ...email.toLowerCase().split(/[^\p{L}\p{N}]+/u), current.toLowerCase()];
  let rest = password.toLowerCase();
  for (const word of words) if (word.length > 2) rest = rest.replaceAll(word, "\0");
  const codes = Array.from(rest.replaceAll("\0", ""), (character) => character.codePointAt(0) ?? 0);
  const guessed = codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1);
  const bits = new Set(guessed).size * Math.log2(alphabetOf(password));
  return STRENGTHS[BITS.filter((least) => bits >= least).length] ?? "fraca";
}

/** How many characters there are of the kinds that a password uses. */
function alphabetOf(password: string): number {
  const kinds: readonly [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 32],
  ];
  return kinds.reduce((size, [kind, count]) => size + (kind.test(password) ? count : 0), 1);
}
