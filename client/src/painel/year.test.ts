import { expect, test } from "vitest";
import { chosenYear, lastMonth } from "./home.query.ts";
import { offeredYears } from "./MonthsCard.tsx";

const NOW = new Date("2026-11-21T12:00:00Z");
const chosen = (search: string) => chosenYear(new URLSearchParams(search), NOW);

test("the address chooses the year", () => {
  expect(chosen("ano=2025")).toBe(2025);
  expect(chosen("ano=2003&ver=tabela")).toBe(2003);
});

test.each(["", "ano=", "ano=2027", "ano=1999", "ano=abc", "ano=2025.5", "ano=%202025", "ano=20250"])(
  "an address without a valid year shows the current one: %s",
  (search) => {
    expect(chosen(search)).toBe(2026);
  },
);

test("the years since 2020 are offered, and an older one in the address", () => {
  expect(offeredYears(2026, NOW)).toEqual([2026, 2025, 2024, 2023, 2022, 2021, 2020]);
  expect(offeredYears(2018, NOW).at(-1)).toBe(2018);
});

test("the month before January is that of the year before", () => {
  expect(lastMonth("2026-11-30")).toEqual({ ano: 2026, mes: 10 });
  expect(lastMonth("2027-01-01")).toEqual({ ano: 2026, mes: 12 });
});
