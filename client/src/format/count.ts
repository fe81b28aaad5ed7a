import { once } from "./once.ts";

const integer = once(() => new Intl.NumberFormat("pt-BR"));

/** `4.812`; another value as it came. */
export function formatCount(value: number): string {
  return Number.isFinite(value) ? integer().format(value) : String(value);
}

/** `1 acionamento`, `4.812 acionamentos` */
export function counted(value: number, one: string, many: string): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}
