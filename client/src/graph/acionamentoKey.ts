/** What identifies an acionamento, as in the cache: an API may give the same code to several. */
export interface AcionamentoId {
  readonly id: string;
  readonly sinistro: string;
}

/** Its identity as one text, for keys of rows. */
export function acionamentoKey({ id, sinistro }: AcionamentoId): string {
  return JSON.stringify([id, sinistro]);
}
