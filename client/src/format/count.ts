import { once } from "./once.ts";

const integer = once(() => new Intl.NumberFormat("pt-BR"));

/** `4.812` */
export function formatCount(value: number): string {
  return integer().format(value);
}

/** `1 acionamento`, `4.812 acionamentos` */
export function counted(value: number, one: string, many: string): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}
