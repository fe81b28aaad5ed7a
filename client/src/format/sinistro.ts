/**
 * A claim number as the services have it. The punctuation that people and e-mails put between its digits goes; a
 * number that holds anything but digits is kept as it was typed.
 */
export function cleanSinistro(text: string): string {
  const bare = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Cc}/gu, " ")
    .trim();
  return /^[\d\s./-]+$/.test(bare) ? bare.replace(/\D/g, "") : bare;
}
