/** The first screen with its data: what it does not need is loaded after it. */
let mark: () => void = () => undefined;
const drawn = new Promise<void>((resolve) => {
  mark = resolve;
});

/** Resolves once the first screen has its data, or has failed to get it. */
export function whenFirstScreenDrawn(): Promise<void> {
  return drawn;
}

export function markFirstScreenDrawn(): void {
  mark();
}
