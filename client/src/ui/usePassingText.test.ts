import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePassingText } from "./usePassingText.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a text goes after a while, and a newer one has its own time", () => {
  const { result } = renderHook(() => usePassingText());
  const [, show] = result.current;
  act(() => show("Um"));
  act(() => void vi.advanceTimersByTime(6000));
  act(() => show("Dois"));
  act(() => void vi.advanceTimersByTime(6000));
  expect(result.current[0]).toBe("Dois");
  act(() => void vi.advanceTimersByTime(6000));
  expect(result.current[0]).toBe("");
});

test("a text goes with what it is about", () => {
  const { result, rerender } = renderHook(({ scope }) => usePassingText(scope), { initialProps: { scope: "a" } });
  act(() => result.current[1]("Salvo."));
  expect(result.current[0]).toBe("Salvo.");
  rerender({ scope: "b" });
  expect(result.current[0]).toBe("");
});
