import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount, formatMoney, parseMoney, sum, times } from "./money.ts";

/** Any amount of the graph: up to twelve digits before the point. */
const cents = fc.bigInt({ min: 0n, max: 99_999_999_999_999n });
const decimal = (amount: bigint) => `${amount / 100n}.${(amount % 100n).toString().padStart(2, "0")}`;

test("every amount reads back as what it was, as it is shown and as it is stored", () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const text = decimal(amount);
      expect(parseMoney(formatAmount(text))).toBe(text);
      expect(parseMoney(formatMoney(text))).toBe(text);
      expect(parseMoney(text)).toBe(text);
    }),
  );
});

test("sums and products are exact to the centavo", () => {
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 50 }), fc.integer({ min: 1, max: 99 }), cents, (amounts, many, one) => {
      expect(sum(amounts.map(decimal))).toBe(decimal(amounts.reduce((total, each) => total + each, 0n)));
      expect(times(many, decimal(one))).toBe(decimal(BigInt(many) * one));
    }),
  );
});

test.each([
  ["1.280,50", "1280.50"],
  ["R$ 1280,5", "1280.50"],
  ["1280.50", "1280.50"],
  ["R$\u00a01.280,50", "1280.50"],
  [" 1.280 ", "1280.00"],
  ["007,1", "7.10"],
  ["0", "0.00"],
  [",50", "0.50"],
  ["R$ ,5", "0.50"],
  ["\u200b82,50", "82.50"],
  ["８２,５０", "82.50"],
])("%s is %s", (typed, amount) => {
  expect(parseMoney(typed)).toBe(amount);
});

test.each(["", "abc", "1,234", "1.28.0", "-5", "1,2,3", "12.3456", "1234567890123", "1.2,3"])(
  "%s is no amount",
  (typed) => {
    expect(parseMoney(typed)).toBeUndefined();
  },
);
