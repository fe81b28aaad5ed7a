/** The document as it is sent. */
export function withoutUnmask(text: string): string;
