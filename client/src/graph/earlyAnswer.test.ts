import { expect, test } from "vitest";
import { takeEarlyAnswer } from "./earlyAnswer.ts";

test("the early answer is for the first request alone, and only if it asks the same", () => {
  const answer = Promise.resolve(new Response("{}"));
  window.earlyAnswer = { body: "a", answer };
  expect(takeEarlyAnswer("a")).toBe(answer);
  expect(takeEarlyAnswer("a")).toBeUndefined();
  window.earlyAnswer = { body: "a", answer };
  expect(takeEarlyAnswer("b")).toBeUndefined();
  expect(takeEarlyAnswer("a")).toBeUndefined();
});
