/** Normalizes a claim number: removes punctuation between digits. A text with other characters is only trimmed. */
export function cleanSinistro(text: string): string {
  const bare = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Cc}/gu, " ")
    .trim();
  return /^[\d\s./-]+$/.test(bare) ? bare.replace(/\D/g, "") : bare;
}
