import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useState } from "react";
import { Link } from "react-router";
import { counted, formatCount } from "../format/count.ts";
import { monthName } from "../format/date.ts";
import { listAddress, monthPeriod } from "../shell/listAddress.ts";
import { usePermissions } from "../shell/permission.ts";
import { toneOf } from "../status.ts";
import { type Grid, layoutBars, type Row, type Status, without } from "./grid.ts";

export interface MonthsChartProps {
  readonly ano: number;
  /** A row for each month, by its number. */
  readonly grid: Grid<number>;
}

/** A stacked bar chart by month and status. The legend shows the counts of the hovered month. */
export function MonthsChart({ ano, grid }: MonthsChartProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [pinned, setPinned] = useState<number | null>(null);
  const shown = without(grid, hidden);
  const plot = layoutBars(shown);
  const at = pointed ?? pinned;
  const month = at === null ? undefined : grid.rows[at];
  const shownMonth = at === null ? undefined : shown.rows[at];

  function toggle(codigo: string): void {
    const next = new Set(hidden);
    if (!next.delete(codigo)) next.add(codigo);
    setHidden(next);
  }

  return (
    <div>
      <div className="painel-plot">
        <svg
          className="painel-bars"
          // React does not know this attribute of drawings.
          {...{ translate: "no" }}
          role="img"
          aria-label={`Acionamentos de ${ano} por mês, empilhados por status. A tabela tem os mesmos números.`}
        >
          <g className="painel-ticks">
            {plot.ticks.map(({ value, y }) => (
              <g key={value}>
                <line x1="0" x2="100%" y1={`${y}%`} y2={`${y}%`} />
                <text x="-8" y={`${y}%`} dy="0.32em" textAnchor="end">
                  {formatCount(value)}
                </text>
              </g>
            ))}
          </g>
          {plot.bars.map(({ row, x, width, top, segments }) => (
            <g key={row.key}>
              {segments.map(({ status, y, height }) => (
                <rect
                  key={status.codigo}
                  className={`${toneOf(status.codigo)}${isFaded(status) ? " painel-faded" : ""}`}
                  x={`${x}%`}
                  width={`${width}%`}
                  y={`${y}%`}
                  height={`${height}%`}
                />
              ))}
              {row.total > 0 && (
                <text
                  className="painel-bar-total"
                  x={`${x + width / 2}%`}
                  y={`${top}%`}
                  dy="-0.45em"
                  textAnchor="middle"
                >
                  {formatCount(row.total)}
                </text>
              )}
            </g>
          ))}
          <line className="painel-ground" x1="0" x2="100%" y1="100%" y2="100%" />
        </svg>
        <MonthButtons
          ano={ano}
          rows={shown.rows}
          statuses={shown.statuses}
          pinned={pinned}
          onPoint={setPointed}
          onPin={setPinned}
        />
      </div>
      <Legend
        name={month?.name ?? String(ano)}
        statuses={grid.statuses}
        counts={month?.counts ?? grid.totals}
        total={shownMonth?.total ?? shown.total}
        hidden={hidden}
        onToggle={toggle}
        onHighlight={setHighlighted}
      />
    </div>
  );

  function isFaded({ codigo }: Status): boolean {
    return highlighted !== null && highlighted !== codigo && !hidden.has(highlighted);
  }
}

interface MonthButtonsProps {
  readonly ano: number;
  readonly rows: readonly Row<number>[];
  readonly statuses: readonly Status[];
  readonly pinned: number | null;
  readonly onPoint: (at: number | null) => void;
  readonly onPin: (at: number | null) => void;
}

/** Links over the bars: hover or arrow keys select a month, a click opens its list. The first tap of a finger, which cannot
 * hover, only selects it. */
function MonthButtons({ ano, rows, statuses, pinned, onPoint, onPin }: MonthButtonsProps) {
  const [reached, setReached] = useState(pinned ?? 0);
  const [isTouch, setIsTouch] = useState(false);
  const mayOpen = usePermissions()("/consulta-acionamento");
  const hint = useId();

  function move({ key, currentTarget }: KeyboardEvent<HTMLElement>): number | undefined {
    const buttons = currentTarget.parentElement?.querySelectorAll<HTMLElement>("[data-month]") ?? [];
    const to = { ArrowLeft: reached - 1, ArrowRight: reached + 1, Home: 0, End: rows.length - 1 }[key];
    if (to === undefined) return undefined;
    buttons[to]?.focus();
    return to;
  }

  return (
    <div className="painel-columns" role="group" aria-label="Meses" aria-describedby={hint}>
      <span id={hint} hidden>
        As setas passam de um mês a outro.
      </span>
      {rows.map((row, at) => {
        const found = statuses.filter((_, status) => row.counts[status]).map(({ codigo }) => codigo);
        const address = mayOpen ? listAddress({ statuses: found, periodo: monthPeriod(ano, row.key) }) : undefined;
        const props = {
          "data-month": row.key,
          tabIndex: at === reached ? 0 : -1,
          "aria-label": spoken(row, statuses),
          "aria-current": at === pinned || undefined,
          onFocus: () => {
            setReached(at);
            onPoint(at);
          },
          onBlur: () => onPoint(null),
          onPointerDown: ({ pointerType }: PointerEvent) => setIsTouch(pointerType === "touch"),
          onPointerEnter: () => onPoint(at),
          onPointerLeave: () => onPoint(null),
          onClick: (event: MouseEvent) => {
            if (!isTouch || at === pinned) return;
            event.preventDefault();
            onPin(at);
          },
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
            if (move(event) !== undefined) event.preventDefault();
          },
          children: <span aria-hidden>{monthName(row.key)}</span>,
        };
        return address === undefined ? (
          <button key={row.key} type="button" {...props} />
        ) : (
          <Link key={row.key} to={address} {...props} />
        );
      })}
    </div>
  );
}

/** `mar, março de 2026: 289 acionamentos; Faturado 242, Negado 28, Cancelado 19`: begins with what is seen. */
function spoken({ key, name, counts, total }: Row<number>, statuses: readonly Status[]): string {
  const parts = statuses.flatMap(({ descricao }, at) =>
    counts[at] ? [`${descricao} ${formatCount(counts[at])}`] : [],
  );
  return `${monthName(key)}, ${name}: ${counted(total, "acionamento", "acionamentos")}${parts.length > 0 ? `; ${parts.join(", ")}` : ""}`;
}

interface LegendProps {
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
function Legend({ name, statuses, counts, total, hidden, onToggle, onHighlight }: LegendProps) {
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
