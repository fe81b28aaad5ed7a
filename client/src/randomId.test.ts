import { expect, test, vi } from "vitest";
import { randomId } from "./randomId.ts";

test("each id is another, also where browsers have no crypto.randomUUID", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 200 }, randomId);
  vi.unstubAllGlobals();
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
