/**
 * The token in a pasted text, which may have `Bearer` before it, quotes around it or line breaks in it. The result is valid
 * in an HTTP header.
 */
export function cleanToken(text: string): string {
  return text
    .trim()
    .replace(/^["']|["',]+$/g, "")
    .replace(/^bearer\s+/i, "")
    .replace(/[^\x21-\x7e]/g, "");
}
