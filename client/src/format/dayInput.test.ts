import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatDay } from "./date.ts";
import { addDays, completeDay, formatDayInput, parseDay } from "./dayInput.ts";

const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays("1970-01-01", days));

test("every day reads back as what it was, typed without slashes or pasted", () => {
  fc.assert(
    fc.property(day, (each) => {
      expect(parseDay(formatDay(each))).toBe(each);
      expect(parseDay(formatDay(each).replaceAll("/", ""))).toBe(each);
      expect(parseDay(each)).toBe(each);
    }),
  );
});

test("existing slashes stay in place, also in incomplete dates", () => {
  fc.assert(
    fc.property(day, fc.nat({ max: 10 }), (each, typed) => {
      const part = formatDayInput(formatDay(each).replaceAll("/", "").slice(0, typed));
      expect(formatDayInput(part)).toBe(part);
    }),
  );
});

test.each([
  ["5/1/2026", "05/01/2026"],
  ["19-11-2026", "19/11/2026"],
  ["2026-11-19T10:00:00Z", "19/11/2026"],
  ["5/", "05"],
  ["Data: 20/11/2026", "20/11/2026"],
  ["20/11/2026, sexta-feira", "20/11/2026"],
  ["20 de 11 de 2026", "20/11/2026"],
  ["\u200b20/11/2026", "20/11/2026"],
  ["２０/１１/２０２６", "20/11/2026"],
])("%s is written %s", (typed, shown) => {
  expect(formatDayInput(typed)).toBe(shown);
});

test.each([
  "27/11/2026, 15:40",
  "27/11/2026 15h40",
  "27/11/2026 às 09:05:11",
  " 27/11/2026, 15:40 ",
  "27.11.2026 15:40",
  "2026-11-27 10:00",
  "2026/11/27 10:00:05",
  "2026-11-27T10:00:00.000-03:00",
])("%s is pasted without its time", (text) => {
  expect(parseDay(text)).toBe("2026-11-27");
});

test.each(["2026-11-20", "2026/11/20", "2026.11.20"])("%s is read once it is complete, typed year first", (text) => {
  let field = "";
  for (const char of text) field = formatDayInput(field + char);
  expect(field).toBe("20/11/2026");
});

test("a day of a month that does not exist stays as it is typed", () => {
  let field = "";
  for (const digit of "20132026") field = formatDayInput(field + digit);
  expect([field, formatDayInput("20/13/2026")]).toEqual(["20/13/2026", "20/13/2026"]);
});

test.each(["31/02/2026", "00/01/2026", "19/13/2026", "19/11/26", "19/11", "", "abc"])("%s is no day", (typed) => {
  expect(parseDay(typed)).toBeUndefined();
});

test("a year that was left out is the latest in which the day has been", () => {
  expect(completeDay("19/11", "2026-11-20")).toBe("19/11/2026");
  expect(completeDay("21/11", "2026-11-20")).toBe("21/11/2025");
  expect(completeDay("19/11/26", "2026-11-20")).toBe("19/11/2026");
  expect(completeDay("29/02", "2026-11-20")).toBe("29/02/2024");
  // `191` is as well the beginning of 19/11.
  expect(completeDay("19/1", "2026-11-20")).toBe("19/1");
  expect(completeDay("31/02", "2026-11-20")).toBe("31/02/2026");
});

test.each([
  "191120267",
  "19/1120267",
  "10 nov 12",
  "19 de novembro",
  "19 nov 2026",
  "ontem",
  "١٩/١١/٢٠٢٦",
  "19/11/2026 ou 20",
  "2026-11-19 ou 20",
])("%s is no day, and nothing of it is dropped", (typed) => {
  expect(formatDayInput(typed)).toBe(typed);
  expect(parseDay(typed)).toBeUndefined();
  expect(completeDay(typed, "2026-11-20")).toBe(typed);
});
