import * as fc from "fast-check";
import { expect, test } from "vitest";
import { csv } from "./csv.ts";

/** Parses CSV like a spreadsheet. */
function parsed(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let position = 1;
  while (position < text.length) {
    let cell = "";
    if (text[position] === '"') {
      for (position += 1; text[position] !== '"' || text[position + 1] === '"'; position += 1) {
        if (text[position] === '"') position += 1;
        cell += text[position];
      }
      position += 1;
    } else {
      for (; !";\r".includes(text[position] ?? ""); position += 1) cell += text[position];
    }
    row.push(cell);
    if (text[position] === ";") position += 1;
    else {
      position += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const awkward = fc.string({
  unit: fc.constantFrom("a", "ã", ";", '"', "\r", "\n", "'", "=", "-", "@", "+", "\t", " ", ","),
});
const texts = fc.array(fc.array(fc.oneof(awkward, fc.string()), { minLength: 1, maxLength: 4 }));

test("every text is read back, apart from the apostrophe before a formula", () => {
  fc.assert(
    fc.property(texts, (rows) => {
      const undone = parsed(csv(rows)).map((row, r) =>
        row.map((cell, c) => (cell === `'${rows[r]?.[c]}` ? cell.slice(1) : cell)),
      );
      expect(undone).toEqual(rows);
    }),
  );
});

test("no cell begins like a formula", () => {
  fc.assert(
    fc.property(texts, (rows) => {
      for (const cell of parsed(csv(rows)).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});

test.each(["0042", "05-2026", "2026000070213", "20260000000012345678", "=1+1", 'A";=1+1'])(
  "the identifier %s is a formula of its own text, which spreadsheets show as it is",
  (code) => {
    expect(parsed(csv([[{ code }]]))).toEqual([[`="${code.replaceAll('"', '""')}"`]]);
  },
);

test("an identifier that is missing, or that no formula can hold, is a text", () => {
  const long = "=".repeat(256);
  expect(parsed(csv([[{ code: "" }, { code: long }, { code: "=1\n" }]]))).toEqual([["", `'${long}`, "'=1\n"]]);
});

test("an amount has a decimal comma and no other mark, below zero too", () => {
  expect(csv([[{ amount: "1280.50" }, { amount: "-12.00" }]])).toBe("\uFEFF1280,50;-12,00\r\n");
});
