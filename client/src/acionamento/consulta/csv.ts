/**
 * Writes CSV for spreadsheets in Portuguese: `;` as separator, decimal comma, UTF-8 with BOM, CRLF. Texts are protected
 * against CSV injection (formulas).
 */
import type { Decimal } from "../../format/money.ts";

/** A text, or an amount. */
export type Cell = string | { readonly amount: Decimal };

const BOM = "\uFEFF";

/** The whole file. */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return BOM + rows.map((row) => `${row.map(written).join(";")}\r\n`).join("");
}

function written(cell: Cell): string {
  return typeof cell === "string" ? quoted(escapeFormula(cell)) : cell.amount.replace(".", ",");
}

/** Spreadsheets run texts that begin with these characters as formulas. */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[;"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
