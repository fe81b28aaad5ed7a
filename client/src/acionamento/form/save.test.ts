import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { expect, test } from "vitest";
import { differsFromSent, newSave, noteAnswered, noteSent, type Outcome } from "./save.ts";

const failed = (code: string): Outcome => ({
  kind: "failed",
  error: new CombinedGraphQLErrors({ errors: [{ message: "Não foi possível.", extensions: { code } }] }),
});
const unreachable: Outcome = { kind: "failed", error: new TypeError("Failed to fetch") };

test.each([
  unreachable,
  failed("UPSTREAM_OUTCOME_UNKNOWN"),
  failed("UPSTREAM_TIMEOUT"),
  failed("UPSTREAM_UNAVAILABLE"),
  failed("INTERNAL_SERVER_ERROR"),
])("a save without an answer keeps its key and what was sent", (outcome) => {
  const before = newSave();
  const after = noteAnswered(noteSent(before, "a", {}), before, outcome);
  expect(after.chave).toBe(before.chave);
  expect(differsFromSent(after, "a")).toBe(false);
  expect(differsFromSent(after, "b")).toBe(true);
});

test("a save that was stopped at the door leaves nothing to be unsure of", () => {
  const before = newSave();
  expect(noteAnswered(noteSent(before, "a", {}), before, failed("UNAUTHENTICATED"))).toEqual(before);
});

test("a retry that was stopped at the door says nothing about the save before it", () => {
  const first = newSave();
  const before = noteAnswered(noteSent(first, "a", {}), first, unreachable);
  const after = noteAnswered(noteSent(before, "a", {}), before, failed("RATE_LIMITED"));
  expect(after.chave).toBe(before.chave);
  expect(differsFromSent(after, "b")).toBe(true);
});

test.each([{ kind: "refused", mensagem: "Não." } as const, { kind: "invalid", problems: {} } as const])(
  "after a refusal the key is another, and any content may go out",
  (outcome) => {
    const before = newSave();
    const after = noteAnswered(noteSent(before, "a", {}), before, outcome);
    expect(after.chave).not.toBe(before.chave);
    expect(differsFromSent(after, "b")).toBe(false);
  },
);
