import { formatTime } from "../format/date.ts";
import { type Part, useReading } from "./reading.ts";

/** Says of a part that could not be read anew that it is older than the others. */
export function Stale({ part }: { readonly part: Part }) {
  const { readAt, fault } = useReading().parts[part];
  if (fault === null) return null;
  return <span className="painel-stale">{readAt ? `números das ${formatTime(readAt)}` : "não atualizado"}</span>;
}
