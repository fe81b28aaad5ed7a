/** Writes CSV for spreadsheets in Portuguese. Texts are protected against CSV injection (formulas). */
import type { Decimal } from "../../format/money.ts";

/** A text, an identifier, or an amount. */
export type Cell = string | { readonly code: string } | { readonly amount: Decimal };

const BOM = "\uFEFF";

export function csv(rows: readonly (readonly Cell[])[]): string {
  return BOM + rows.map((row) => `${row.map(written).join(";")}\r\n`).join("");
}

function written(cell: Cell): string {
  if (typeof cell === "string") return quoted(escapeFormula(cell));
  return "code" in cell ? quoted(escapeCode(cell.code)) : cell.amount.replace(".", ",");
}

/** Spreadsheets would read `0042` as 42 and `05-2026` as a date; `="0042"` is a text. A text in a formula has limits. */
function escapeCode(code: string): string {
  return /^.{1,255}$/.test(code) ? `="${code.replaceAll('"', '""')}"` : escapeFormula(code);
}

/** Spreadsheets run texts that begin with these characters as formulas. */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[;"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
