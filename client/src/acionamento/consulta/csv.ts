/**
 * Rows as a file that a spreadsheet in Portuguese opens: `;` between cells, decimal comma, UTF-8 with its mark, CRLF.
 * What it must never do: let a text that somebody typed run as a formula in the spreadsheet.
 */
import type { Decimal } from "../../format/money.ts";

/** A text, or an amount. */
export type Cell = string | { readonly amount: Decimal };

const MARK = "\uFEFF";

/** The whole file. */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return MARK + rows.map((row) => `${row.map(written).join(";")}\r\n`).join("");
}

function written(cell: Cell): string {
  return typeof cell === "string" ? quoted(escapeFormula(cell)) : cell.amount.replace(".", ",");
}

/** Spreadsheets run a text that begins with one of these. */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[;"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
