import { assert, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { counted, formatCount } from "./count.ts";

describe("formatCount", () => {
  test("groups thousands by points", () => {
    expect(formatCount(0)).toBe("0");
    expect(formatCount(999)).toBe("999");
    expect(formatCount(4812)).toBe("4.812");
    expect(formatCount(1_234_567)).toBe("1.234.567");
  });

  test("keeps every digit of any count", () => {
    assert(property(integer({ min: 0 }), (count) => formatCount(count).replaceAll(".", "") === String(count)));
  });
});

test("one thing is named in the singular, none and many in the plural", () => {
  expect(counted(1, "acionamento", "acionamentos")).toBe("1 acionamento");
  expect(counted(0, "acionamento", "acionamentos")).toBe("0 acionamentos");
  expect(counted(4812, "acionamento", "acionamentos")).toBe("4.812 acionamentos");
});
