import { describe, expect, test } from "vitest";
import { formatAgo, formatDay, formatInstant, formatTime, monthName, monthOfYear, today } from "./date.ts";

test("a day is written the Brazilian way", () => {
  expect(formatDay("2026-11-19")).toBe("19/11/2026");
  expect(formatDay("2024-02-29")).toBe("29/02/2024");
});

describe("an instant", () => {
  test("is shown in São Paulo's time zone, whatever its offset", () => {
    expect(formatInstant("2026-11-20T14:03:11-03:00")).toBe("20/11/2026, 14:03");
    expect(formatInstant("2026-11-20T17:03:11Z")).toBe("20/11/2026, 14:03");
    expect(formatInstant("2026-11-21T02:59:00+09:00")).toBe("20/11/2026, 14:59");
    expect(formatTime(new Date("2026-11-20T17:03:11Z"))).toBe("14:03");
  });

  test("of midnight is 00:00, not 24:00", () => {
    expect(formatTime(new Date("2026-11-20T03:00:00Z"))).toBe("00:00");
  });

  test("follows the summer time that São Paulo had until 2019", () => {
    expect(formatTime(new Date("2018-12-20T12:00:00Z"))).toBe("10:00");
    expect(formatTime(new Date("2019-12-20T12:00:00Z"))).toBe("09:00");
  });
});

test("how long ago something was is told in its largest unit", () => {
  expect([0, 5, 60, 1439, 1440, 2880].map((minutes) => formatAgo(0, minutes * 60_000))).toEqual([
    "há menos de 1 min",
    "há 5 min",
    "há 1 h",
    "há 23 h",
    "há 1 dia",
    "há 2 dias",
  ]);
});

test("today changes at midnight in São Paulo, when it is 3 o'clock in Greenwich", () => {
  expect(today(new Date("2026-11-21T02:59:59Z"))).toBe("2026-11-20");
  expect(today(new Date("2026-11-21T03:00:00Z"))).toBe("2026-11-21");
  expect(today(new Date("2027-01-01T02:59:59Z"))).toBe("2026-12-31");
});

describe("a month", () => {
  test("has a short name without a point", () => {
    expect(Array.from({ length: 12 }, (_, index) => monthName(index + 1)).join(" ")).toBe(
      "jan fev mar abr mai jun jul ago set out nov dez",
    );
  });

  test("is named with its year", () => {
    expect(monthOfYear(1, 2026)).toBe("janeiro de 2026");
    expect(monthOfYear(12, 2020)).toBe("dezembro de 2020");
  });
});
