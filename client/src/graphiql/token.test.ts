import { expect, it } from "vitest";
import { cleanToken } from "./token.ts";

it.each([
  ["abc123", "as it is"],
  ["  abc123\n", "with blanks around it"],
  ["Bearer abc123", "as a header has it"],
  ["bearer  abc123", "as a header has it, in small letters"],
  ['"abc123",', "as copied from an answer"],
  ['"Bearer abc123"', "as copied from GraphiQL's headers"],
  ["abc\n123", "broken over lines"],
])("finds the token in %j: %s", (text) => {
  expect(cleanToken(text)).toBe("abc123");
});

it("leaves nothing that an HTTP header refuses", () => {
  expect(() => new Headers({ authorization: `Bearer ${cleanToken("tókèn – 1\u0000")}` })).not.toThrow();
});
