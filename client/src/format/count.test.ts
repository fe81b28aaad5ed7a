import { expect, test } from "vitest";
import { counted, formatCount } from "./count.ts";

test("thousands are grouped by points", () => {
  expect([0, 999, 4812, 1_234_567].map(formatCount)).toEqual(["0", "999", "4.812", "1.234.567"]);
});

test("one thing is named in the singular, none and many in the plural", () => {
  expect(counted(1, "acionamento", "acionamentos")).toBe("1 acionamento");
  expect(counted(0, "acionamento", "acionamentos")).toBe("0 acionamentos");
  expect(counted(4812, "acionamento", "acionamentos")).toBe("4.812 acionamentos");
});
