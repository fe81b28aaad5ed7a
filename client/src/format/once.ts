/** Makes a value when it is first asked for: a formatter of `Intl` costs milliseconds, and a screen uses few of them. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
