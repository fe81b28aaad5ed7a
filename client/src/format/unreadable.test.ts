/** A value that cannot be read must not cost the screen. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { counted, formatCount } from "./count.ts";
import { cleanCpfCnpj, formatCpfCnpj, isCpfCnpj } from "./cpfCnpj.ts";
import { formatAgo, formatDay, formatInstant, formatTime, monthName, monthOfYear } from "./date.ts";
import { addDays, completeDay, formatDayInput, parseDay } from "./dayInput.ts";
import { formatAmount, formatMoney, parseMoney, sum, times } from "./money.ts";
import { cleanAutorizacao, cleanCode, cleanSinistro, writtenText } from "./pasted.ts";
import { cleanPhone, formatPhone, isPhone } from "./phone.ts";
import { hasWords } from "./words.ts";

const FORMATTERS = [formatDay, formatInstant, formatTime, formatAgo, formatMoney, formatAmount, formatPhone];

function readText(text: string): void {
  for (const format of FORMATTERS) format(text);
  for (const read of [formatCpfCnpj, cleanCpfCnpj, isCpfCnpj, cleanPhone, isPhone, parseMoney]) read(text);
  for (const read of [formatDayInput, parseDay, cleanSinistro, cleanAutorizacao, writtenText]) read(text);
  completeDay(text, text);
  addDays(text, 1);
  sum([text, times(2, text)]);
  cleanCode(text, 6);
  hasWords(text, text);
}

function readNumber(number: number): void {
  for (const format of [formatTime, formatAgo, monthName, formatCount]) format(number);
  monthOfYear(number, number);
  counted(number, "dia", "dias");
}

test("no text and no number makes a formatter throw", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.date({ noInvalidDate: true }).map(String));
  fc.assert(fc.property(text, (each) => void expect(() => readText(each)).not.toThrow()));
  fc.assert(fc.property(fc.double(), (each) => void expect(() => readNumber(each)).not.toThrow()));
});

test.each(["2026-11-20T14:03:60-03:00", "ontem", "", "Infinity"])("%j is shown as it came", (text) => {
  expect(FORMATTERS.map((format) => format(text))).toEqual(FORMATTERS.map(() => text));
});

test("a month, a count or a tax id that is none is shown as it came", () => {
  expect(monthName(Number.NaN)).toBe("NaN");
  expect(monthOfYear(Number.NaN, 2026)).toBe("NaN/2026");
  expect(formatCount("muitos" as unknown as number)).toBe("muitos");
  expect(formatCpfCnpj("não informado pelo serviço")).toBe("não informado pelo serviço");
});
