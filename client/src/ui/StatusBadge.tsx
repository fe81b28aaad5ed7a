import { toneOf } from "../status.ts";

/** A status as text, which may be translated where the values beside it may not; the colour is only an aid. */
export function StatusBadge({ status }: { readonly status: { readonly codigo: string; readonly descricao: string } }) {
  return (
    <span className={`status ${toneOf(status.codigo)}`} translate="yes">
      {status.descricao}
    </span>
  );
}
