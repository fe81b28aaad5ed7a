/** Creates a value lazily: an `Intl` formatter takes milliseconds, and a screen uses few of them. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
