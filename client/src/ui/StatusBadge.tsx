import { toneOf } from "../status.ts";

/** A status as text; the colour is only an aid. */
export function StatusBadge({ status }: { readonly status: { readonly codigo: string; readonly descricao: string } }) {
  return <span className={`status dot ${toneOf(status.codigo)}`}>{status.descricao}</span>;
}
