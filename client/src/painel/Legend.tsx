import { counted, formatCount } from "../format/count.ts";
import { toneOf } from "../status.ts";
import type { Status } from "./grid.ts";

export interface LegendProps {
  /** The year or month of the counts. */
  readonly name: string;
  readonly statuses: readonly Status[];
  /** A count for each of the statuses. */
  readonly counts: readonly number[];
  /** Total of the visible statuses. */
  readonly total: number;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (codigo: string) => void;
  readonly onHighlight: (codigo: string | null) => void;
}

/** The legend of the chart with counts. Hovering highlights a status, a click toggles it. */
export function Legend({ name, statuses, counts, total, hidden, onToggle, onHighlight }: LegendProps) {
  return (
    <div className="painel-legend figures">
      <p>
        <strong>{name}</strong> · <span>{counted(total, "acionamento", "acionamentos")}</span>
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
              {descricao} <strong translate="no">{formatCount(counts[at] ?? 0)}</strong>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
