import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { expect, test } from "vitest";
import { learnServerTime, serverNow } from "../../clock.ts";
import { afterFailure, differsFromUnconfirmed, markSent, newSave, outcomeOf } from "./save.ts";

const failed = (code: string) =>
  new CombinedGraphQLErrors({ errors: [{ message: "Não foi possível.", extensions: { code } }] });
const unreachable = new TypeError("Failed to fetch");

test.each([
  unreachable,
  failed("UPSTREAM_OUTCOME_UNKNOWN"),
  failed("UPSTREAM_TIMEOUT"),
  failed("INTERNAL_SERVER_ERROR"),
])("a save without an answer keeps its key and what was sent", (error) => {
  const before = newSave();
  const after = afterFailure(markSent(before, '"a"', {}), before, error);
  expect(after.chave).toBe(before.chave);
  expect(differsFromUnconfirmed(after, "a", {})).toBe(false);
  expect(differsFromUnconfirmed(after, "b", {})).toBe(true);
});

test.each(["UNAUTHENTICATED", "UPSTREAM_UNAVAILABLE"])(
  "a save that was certainly not done is not unconfirmed",
  (code) => {
    const before = newSave();
    expect(afterFailure(markSent(before, '"a"', {}), before, failed(code))).toEqual(before);
  },
);

test("a rejected retry leaves the previous save unconfirmed", () => {
  const first = newSave();
  const before = afterFailure(markSent(first, '"a"', {}), first, unreachable);
  const after = afterFailure(markSent(before, '"a"', {}), before, failed("RATE_LIMITED"));
  expect(after.chave).toBe(before.chave);
  expect(differsFromUnconfirmed(after, "b", {})).toBe(true);
});

test("a save of which only the response could not be read has succeeded", () => {
  const [message, sinistro] = ["Foi salvo.", "2026000000009"];
  const error = new CombinedGraphQLErrors({ errors: [{ message, extensions: { sinistro } }] });
  expect(outcomeOf(undefined, error)).toEqual({ kind: "saved", sinistro, aviso: message });
  expect(outcomeOf(undefined, unreachable)).toEqual({ kind: "failed" });
});

test("a save has the time of the gateway's clock", () => {
  learnServerTime(new Date(Date.now() - 2 * 60 * 60_000).toUTCString());
  const { unanswered } = markSent(newSave(), '"a"', {});
  expect(Math.abs((unanswered?.sentAt ?? 0) - serverNow())).toBeLessThan(1000);
});
