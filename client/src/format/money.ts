/** Amounts in BRL: the graph's decimal strings (`"1280.50"`) and the Brazilian notation (`1.280,50`). Never floats. */
import { once } from "./once.ts";
import { visibleText } from "./pasted.ts";

const currency = once(() => new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" }));
const plain = once(() => new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2, maximumFractionDigits: 2 }));

export type Decimal = string;

/** `R$ 1.280,50`; what is no amount as it came. */
export function formatMoney(amount: Decimal): string {
  return isDecimal(amount) ? currency().format(amount) : amount;
}

/** `1.280,50`, for fields and files. */
export function formatAmount(amount: Decimal): string {
  return isDecimal(amount) ? plain().format(amount) : amount;
}

function isDecimal(amount: Decimal): amount is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(amount);
}

/** Parses a typed or pasted amount (`R$ 1280,5`). `undefined` if it is invalid, or too large for the graph. */
export function parseMoney(text: string): Decimal | undefined {
  const bare = visibleText(text)
    .replace(/^\s*R\$/i, "")
    .replace(/\s/g, "");
  const [, whole, cents = ""] =
    /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{0,2}))?$/.exec(bare) ?? /^(\d*)[.,](\d{1,2})$/.exec(bare) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole.replaceAll(".", "").replace(/^0+(?=\d)/, "") || "0";
  return digits.length > 12 ? undefined : `${digits}.${cents.padEnd(2, "0")}`;
}

export function times(quantity: number, amount: Decimal): Decimal {
  return fromCents(BigInt(quantity) * toCents(amount));
}

export function sum(amounts: readonly Decimal[]): Decimal {
  return fromCents(amounts.reduce((total, amount) => total + toCents(amount), 0n));
}

function toCents(amount: Decimal): bigint {
  const [, sign = "", whole = "0", cents = ""] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(amount) ?? [];
  return BigInt(`${sign}${whole}${cents.slice(0, 2).padEnd(2, "0")}`);
}

function fromCents(cents: bigint): Decimal {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
