import { formatTime } from "../format/date.ts";
import { type Part, usePainel } from "./painelStore.ts";

/** Says of a part that could not be read anew that it is older than the others. */
export function Stale({ part }: { readonly part: Part }) {
  const { loadedAt, errorMessage } = usePainel().parts[part];
  if (errorMessage === null) return null;
  return <span className="painel-stale">{loadedAt ? `números das ${formatTime(loadedAt)}` : "não atualizado"}</span>;
}
