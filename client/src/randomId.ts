/** A random id of 128 bits. Not `crypto.randomUUID`, which browsers offer on HTTPS and localhost only. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
