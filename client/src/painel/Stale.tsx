import { formatTime } from "../format/date.ts";
import { type Part, usePainel } from "./painelStore.ts";

/** Marks a part whose reload failed as outdated. */
export function Stale({ part }: { readonly part: Part }) {
  const { loadedAt, errorMessage } = usePainel().parts[part];
  if (errorMessage === null) return null;
  return <span className="painel-stale">{loadedAt ? `números das ${formatTime(loadedAt)}` : "não atualizado"}</span>;
}
