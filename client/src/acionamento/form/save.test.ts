import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { expect, test } from "vitest";
import { differsFromUnconfirmed, newSave, markAnswered, markSent, type Outcome } from "./save.ts";

const failed = (code: string): Outcome => ({
  kind: "failed",
  error: new CombinedGraphQLErrors({ errors: [{ message: "Não foi possível.", extensions: { code } }] }),
});
const unreachable: Outcome = { kind: "failed", error: new TypeError("Failed to fetch") };

test.each([
  unreachable,
  failed("UPSTREAM_OUTCOME_UNKNOWN"),
  failed("UPSTREAM_TIMEOUT"),
  failed("INTERNAL_SERVER_ERROR"),
])("a save without an answer keeps its key and what was sent", (outcome) => {
  const before = newSave();
  const after = markAnswered(markSent(before, '"a"', {}), before, outcome);
  expect(after.chave).toBe(before.chave);
  expect(differsFromUnconfirmed(after, "a", {})).toBe(false);
  expect(differsFromUnconfirmed(after, "b", {})).toBe(true);
});

test.each(["UNAUTHENTICATED", "UPSTREAM_UNAVAILABLE"])(
  "a save that was certainly not done is not unconfirmed",
  (code) => {
    const before = newSave();
    expect(markAnswered(markSent(before, '"a"', {}), before, failed(code))).toEqual(before);
  },
);

test("a rejected retry leaves the previous save unconfirmed", () => {
  const first = newSave();
  const before = markAnswered(markSent(first, '"a"', {}), first, unreachable);
  const after = markAnswered(markSent(before, '"a"', {}), before, failed("RATE_LIMITED"));
  expect(after.chave).toBe(before.chave);
  expect(differsFromUnconfirmed(after, "b", {})).toBe(true);
});

test.each([{ kind: "refused", mensagem: "Não." } as const, { kind: "invalid", problems: {} } as const])(
  "after a refusal the key is another, and any content may go out",
  (outcome) => {
    const before = newSave();
    const after = markAnswered(markSent(before, '"a"', {}), before, outcome);
    expect(after.chave).not.toBe(before.chave);
    expect(differsFromUnconfirmed(after, "b", {})).toBe(false);
  },
);
