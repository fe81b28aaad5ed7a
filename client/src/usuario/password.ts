/** Rules and strength of a new password. The gateway checks the same rules (schema/login/check.rs). */

const MIN_LENGTH = 8;
const MAX_LENGTH = 256;

/** Values that a new password is compared with. */
export interface PasswordContext {
  readonly email: string;
  readonly senhaAtual: string;
}

/** The rules in display order, each with whether the password meets it. An empty password meets none. */
export function checkRules(password: string, { email, senhaAtual }: PasswordContext) {
  const { length } = Array.from(password);
  const isTyped = length > 0;
  return [
    { text: "De 8 a 256 caracteres", isMet: length >= MIN_LENGTH && length <= MAX_LENGTH },
    { text: "Ao menos uma letra", isMet: /\p{Alphabetic}/u.test(password) },
    { text: "Ao menos um número", isMet: /\p{N}/u.test(password) },
    { text: "Diferente da senha atual", isMet: isTyped && password !== senhaAtual },
    { text: "Diferente do e-mail", isMet: isTyped && password.toLowerCase() !== email.trim().toLowerCase() },
  ];
}

export const STRENGTHS = ["fraca", "razoável", "boa", "forte"] as const;
type Strength = (typeof STRENGTHS)[number];

/** Minimum bits of entropy for fair, good and strong. */
const BITS = [36, 50, 66];

const COMMON_WORDS = "senha password qwerty asdf admin mudar brasil acesso acionamento pet".split(" ");

/** A rough estimate by entropy. What repeats, common words and what the user is known by do not count. */
export function strengthOf(password: string, { email, senhaAtual }: PasswordContext): Strength {
  const words = [...COMMON_WORDS, ...email.toLowerCase().split(/[^\p{L}\p{N}]+/u), senhaAtual.toLowerCase()];
  let rest = password.toLowerCase();
  for (const word of words) if (word.length > 2) rest = rest.replaceAll(word, "\0");
  const codes = Array.from(rest.replaceAll("\0", ""), (character) => character.codePointAt(0) ?? 0);
  const counted = codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1);
  const bits = new Set(counted).size * Math.log2(alphabetOf(password));
  return STRENGTHS[BITS.filter((least) => bits >= least).length] ?? "fraca";
}

function alphabetOf(password: string): number {
  const kinds: readonly [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 32],
  ];
  return kinds.reduce((size, [kind, count]) => size + (kind.test(password) ? count : 0), 1);
}
