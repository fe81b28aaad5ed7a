/**
 * The token in what a person pasted: with `Bearer` before it, in quotes as copied from an answer, or broken over lines.
 * What is left fits an HTTP header, where `fetch` would refuse other characters.
 */
export function tokenIn(text: string): string {
  return text
    .trim()
    .replace(/^["']|["',]+$/g, "")
    .replace(/^bearer\s+/i, "")
    .replace(/[^\x21-\x7e]/g, "");
}
