import { counted, formatCount } from "../format/count.ts";
import { toneOf } from "../ui/StatusBadge.tsx";
import type { Status } from "./grid.ts";

export interface LegendProps {
  /** What the numbers are of: the year, or a month. */
  readonly name: string;
  readonly statuses: readonly Status[];
  /** A count for each of the statuses. */
  readonly counts: readonly number[];
  /** Of those that are not hidden. */
  readonly total: number;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (codigo: string) => void;
  readonly onHighlight: (codigo: string | null) => void;
}

/** The statuses of the chart with their numbers. Pointing at one brings it out, a click hides it or shows it again. */
export function Legend({ name, statuses, counts, total, hidden, onToggle, onHighlight }: LegendProps) {
  return (
    <div className="painel-legend figures">
      <p>
        <strong>{name}</strong> · {counted(total, "acionamento", "acionamentos")}
      </p>
      <ul aria-label="Status mostrados">
        {statuses.map(({ codigo, descricao }, at) => (
          <li key={codigo}>
            <button
              type="button"
              className={toneOf(codigo)}
              aria-pressed={!hidden.has(codigo)}
              onClick={() => onToggle(codigo)}
              onFocus={() => onHighlight(codigo)}
              onBlur={() => onHighlight(null)}
              onPointerEnter={() => onHighlight(codigo)}
              onPointerLeave={() => onHighlight(null)}
            >
              {descricao} <strong>{formatCount(counts[at] ?? 0)}</strong>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
