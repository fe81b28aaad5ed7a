import { formatTime } from "../format/date.ts";
import { type Part, usePainel } from "./painelStore.ts";

/** Marks a part whose reload failed as outdated. */
export function Stale({ part }: { readonly part: Part }) {
  const isStale = usePainel(({ parts }) => parts[part].errorMessage !== null);
  return isStale && <Outdated part={part} />;
}

function Outdated({ part }: { readonly part: Part }) {
  const loadedAt = usePainel(({ parts }) => parts[part].loadedAt);
  return <span className="painel-stale">{loadedAt ? `números das ${formatTime(loadedAt)}` : "não atualizado"}</span>;
}
