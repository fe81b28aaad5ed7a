import { UnstyledButton } from "@mantine/core";
import { useRovingIndex } from "@mantine/hooks";
import { type MouseEvent, type PointerEvent, useId, useState } from "react";
import { Link } from "react-router";
import { counted, formatCount } from "../format/count.ts";
import { monthName } from "../format/date.ts";
import { listAddress, monthPeriod } from "../shell/listAddress.ts";
import { usePermissions } from "../shell/permission.ts";
import { toneOf } from "../status.ts";
import { type Entry, gridOf, type Row, type RowName, scaleOf, type Status } from "./grid.ts";

export interface MonthsChartProps {
  readonly ano: number;
  readonly months: readonly RowName<number>[];
  readonly entries: readonly Entry<number>[];
}

/** A stacked bar chart. The legend shows the counts of the hovered month. */
export function MonthsChart({ ano, months, entries }: MonthsChartProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [pointed, setPointed] = useState<number | null>(null);
  const [pinned, setPinned] = useState<number | null>(null);
  const grid = gridOf(months, entries);
  const visible = entries.filter(({ status }) => !hidden.has(status.codigo));
  const shown = gridOf(months, visible);
  const scale = scaleOf(shown);
  const shareOf = (count: number) => `${(100 * count) / (scale.at(-1) ?? 1)}%`;
  const index = pointed ?? pinned;
  const month = index === null ? undefined : grid.rows[index];
  const shownMonth = index === null ? undefined : shown.rows[index];

  function toggle(codigo: string): void {
    const next = new Set(hidden);
    if (!next.delete(codigo)) next.add(codigo);
    setHidden(next);
  }

  return (
    <div>
      <div className="painel-plot">
        <div
          className="painel-bars"
          role="img"
          aria-label={`Acionamentos de ${ano} por mês, empilhados por status. A tabela tem os mesmos números.`}
        >
          {scale.map((value) => (
            <small key={value} style={{ bottom: shareOf(value) }}>
              <span>{formatCount(value)}</span>
            </small>
          ))}
          {shown.rows.map(({ key, counts, total }) => (
            <div key={key} style={{ height: shareOf(total) }}>
              {shown.statuses.map(({ codigo }, column) => (
                <i key={codigo} className={toneOf(codigo)} style={{ flexGrow: counts[column] ?? 0 }} />
              ))}
              {total > 0 && <b>{formatCount(total)}</b>}
            </div>
          ))}
        </div>
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
      />
    </div>
  );
}

interface MonthButtonsProps {
  readonly ano: number;
  readonly rows: readonly Row<number>[];
  readonly statuses: readonly Status[];
  readonly pinned: number | null;
  readonly onPoint: (index: number | null) => void;
  readonly onPin: (index: number | null) => void;
}

/** Links over the bars. A finger cannot hover, so its first tap only shows the counts of a month. */
function MonthButtons({ ano, rows, statuses, pinned, onPoint, onPin }: MonthButtonsProps) {
  const { getItemProps } = useRovingIndex({ total: rows.length, loop: false });
  const [isTouch, setIsTouch] = useState(false);
  const mayOpen = usePermissions()("/consulta-acionamento");
  const hint = useId();

  return (
    <div className="painel-columns" role="group" aria-label="Meses" aria-describedby={hint}>
      <span id={hint} hidden>
        As setas passam de um mês a outro.
      </span>
      {rows.map((row, index) => {
        const found = statuses.filter((_, status) => row.counts[status]).map(({ codigo }) => codigo);
        const address = mayOpen ? listAddress({ statuses: found, periodo: monthPeriod(ano, row.key) }) : undefined;
        const pin = (event: MouseEvent) => {
          if (!isTouch || index === pinned) return;
          event.preventDefault();
          onPin(index);
        };
        const props = {
          ...getItemProps({ index, onClick: pin }),
          "data-month": row.key,
          "aria-label": spoken(row, statuses),
          "aria-current": index === pinned || undefined,
          onFocus: () => onPoint(index),
          onBlur: () => onPoint(null),
          onPointerDown: ({ pointerType }: PointerEvent) => setIsTouch(pointerType === "touch"),
          onPointerEnter: () => onPoint(index),
          onPointerLeave: () => onPoint(null),
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
  const parts = statuses.flatMap(({ descricao }, index) =>
    counts[index] ? [`${descricao} ${formatCount(counts[index])}`] : [],
  );
  return `${monthName(key)}, ${name}: ${counted(total, "acionamento", "acionamentos")}${parts.length > 0 ? `; ${parts.join(", ")}` : ""}`;
}

interface LegendProps {
  /** The year or month of the counts. */
  readonly name: string;
  readonly statuses: readonly Status[];
  readonly counts: readonly number[];
  /** Total of the visible statuses. */
  readonly total: number;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (codigo: string) => void;
}

/** The legend of the chart with counts. A click hides a status or shows it again. */
function Legend({ name, statuses, counts, total, hidden, onToggle }: LegendProps) {
  return (
    <div className="painel-legend figures">
      <p>
        <strong>{name}</strong> · {counted(total, "acionamento", "acionamentos")}
      </p>
      <ul className="row plain" aria-label="Status mostrados">
        {statuses.map(({ codigo, descricao }, index) => (
          <li key={codigo}>
            <UnstyledButton
              className={toneOf(codigo)}
              aria-pressed={!hidden.has(codigo)}
              onClick={() => onToggle(codigo)}
            >
              {descricao} <strong>{formatCount(counts[index] ?? 0)}</strong>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
