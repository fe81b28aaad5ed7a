/**
 * Rows as a file that a spreadsheet in Portuguese opens: `;` between cells, decimal comma, UTF-8 with its mark, CRLF.
 * What it must never do: let a text that somebody typed run as a formula in the spreadsheet.
 */
import type { Decimal } from "../../format/money.ts";

/** A text; a number that is written in digits but is none to count with; an amount. */
export type Cell = string | { readonly digits: string } | { readonly amount: Decimal };

const MARK = "\uFEFF";

/** The whole file. */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return MARK + rows.map((row) => `${row.map(written).join(";")}\r\n`).join("");
}

function written(cell: Cell): string {
  if (typeof cell === "string") return quoted(defused(cell));
  if ("amount" in cell) return cell.amount.replace(".", ",");
  // Thirteen digits would be shown as 2,026E+12: this keeps them a text. Nothing but digits gets in.
  return /^\d+$/.test(cell.digits) ? quoted(`="${cell.digits}"`) : quoted(defused(cell.digits));
}

/** Spreadsheets run a text that begins with one of these. */
function defused(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[;"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
