/** Reads numbers as people paste them: from e-mails, spreadsheets and other programs, with labels and any punctuation. */

/** `nº `, `N.° `, `no. `, but not the start of a CNPJ (`NO.ABC.345/01DE-60`). */
const SIGN = /(?!no(?:\.\w{3}){2}\/\w{4}-\d\d$)n(?:\.?o)?[.°]+/.source;
/** Also `número `. Not the prefix of an authorization number (`NO-559102`). */
const NUMBER = `(?:n[uú]m(?:ero)?(?=[\\s.:])\\.?|${SIGN})[\\s:]*`;
const NAME = /(cpf\s*\/\s*cnpj|cpf|cnpj|sinistro|acionamento|autoriza[cç][aã]o)\b(?:\s+d[aeo]\s+\p{L}+)?/u.source;

/** Labels before a number: `CPF: `, `Sinistro nº `, `Nº do sinistro: `. */
const LABEL = new RegExp(`^(?:${NUMBER}(?:d[aeo]\\s+)?)?(?:${NAME}\\s*(?:n\\.?o(?=[\\s:])|${SIGN})?[\\s:#.-]*)?`, "iu");

/** Surrounding punctuation. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** Without invisible characters, and with the usual forms of digits, letters and dashes. */
export function visibleText(text: string): string {
  return text
    .replaceAll("º", "°")
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Pd}/gu, "-");
}

/** What the graph refuses in texts: control, zero-width and bidirectional formatting characters, but no joiners of emoji. */
const UNSEEN =
  /(?![\n\r\t])\p{Cc}|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Removes the invisible characters that other programs paste, and makes their line breaks usual ones. */
export function writtenText(text: string): string {
  return text
    .replace(/[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(UNSEEN, "")
    .trim();
}

/** A number without label and surrounding punctuation, its label, and the name in the label: `cpf`, `Sinistro`. */
export function readNumber(text: string) {
  const plain = visibleText(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(AROUND, "");
  const [label = "", name = ""] = LABEL.exec(plain) ?? [];
  return { bare: plain.slice(label.length), label, name };
}

/** A claim number: the digits, if there is nothing else but a label and separators. Another text is only trimmed. */
export function cleanSinistro(text: string): string {
  return (
    digitsOf(readNumber(text).bare) ??
    visibleText(text)
      .replace(/\p{Cc}/gu, " ")
      .trim()
  );
}

/** The graph's maximum length of an authorization number. */
export const MAX_AUTORIZACAO = 30;

/** An authorization number: without label, in the services' capitals (`A-559102`). Other forms are as they were typed. */
export function cleanAutorizacao(text: string): string {
  const { bare, label } = readNumber(text);
  if (/^[A-Z]+-\d+$/i.test(bare)) return bare.toUpperCase();
  const isNumber = label ? bare !== "" : /^[\p{L}\p{N}\s./-]+$/u.test(bare);
  return digitsOf(bare) ?? (isNumber ? bare : visibleText(text).trim());
}

function digitsOf(bare: string): string | undefined {
  return /^[\d\s./-]+$/.test(bare) ? bare.replace(/\D/g, "") : undefined;
}

/** An access code of so many characters: as it is, or without label and separators (`Código: 3XD-C55`). */
export function cleanCode(text: string, length: number): string {
  const plain = visibleText(text).replace(/\s/g, "");
  if (Array.from(plain).length === length) return plain;
  const bare = plain.replace(/^c[oó]digo(?:deacesso)?|^.*:/i, "").replace(/[^\p{L}\p{N}]/gu, "");
  return Array.from(bare).length === length ? bare : plain;
}
