/** Whether a text has every typed word, ignoring accents and case. */
export function hasWords(text: string, typed: string): boolean {
  const searched = plain(text);
  return plain(typed)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** How much of what is typed a text has, from 0 to 1: the share of the typed words' beginnings and sequences of three letters. */
export function likeness(text: string, typed: string): number {
  const searched = ` ${plain(text)}`;
  const parts = plain(typed)
    .split(/\s+/)
    .map((word) => ` ${word}`)
    .flatMap((word) => Array.from(word.slice(2), (_, index) => word.slice(index, index + 3)));
  return parts.filter((part) => searched.includes(part)).length / Math.max(1, parts.length);
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
