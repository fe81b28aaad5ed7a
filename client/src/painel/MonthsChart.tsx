import { counted, formatCount } from "../format/count.ts";
import { monthName } from "../format/date.ts";
import { toneOf } from "../status.ts";
import { type Entry, type Grid, gridOf, type Row, type RowName, scaleOf, type Status } from "./grid.ts";

export interface MonthsChartProps {
  readonly ano: number;
  readonly months: readonly RowName<number>[];
  readonly entries: readonly Entry<number>[];
}

/** A picture of stacked bars, and the year's counts. The table has every number, with its list. */
export function MonthsChart({ ano, months, entries }: MonthsChartProps) {
  const grid = gridOf(months, entries);
  const scale = scaleOf(grid);
  const shareOf = (count: number) => `${(100 * count) / (scale.at(-1) ?? 1)}%`;
  return (
    <div>
      <div className="painel-plot">
        <div
          className="painel-columns"
          role="img"
          aria-label={`Acionamentos de ${ano} por mês, empilhados por status. A tabela tem os mesmos números.`}
        >
          {scale.map((value) => (
            <small key={value} style={{ bottom: shareOf(value) }}>
              <span>{formatCount(value)}</span>
            </small>
          ))}
          {grid.rows.map((row) => (
            <div key={row.key} className="painel-month" title={countsOf(row, grid.statuses)}>
              <div style={{ height: shareOf(row.total) }}>
                {grid.statuses.map(({ codigo }, column) => (
                  <i key={codigo} className={toneOf(codigo)} style={{ flexGrow: row.counts[column] ?? 0 }} />
                ))}
                {row.total > 0 && <b>{formatCount(row.total)}</b>}
              </div>
              <span>{monthName(row.key)}</span>
            </div>
          ))}
        </div>
      </div>
      <Legend name={String(ano)} grid={grid} />
    </div>
  );
}

/** `março de 2026: 289 acionamentos; Faturado 242, Negado 28, Cancelado 19` */
function countsOf({ name, counts, total }: Row<number>, statuses: readonly Status[]): string {
  const parts = statuses.flatMap(({ descricao }, index) =>
    counts[index] ? [`${descricao} ${formatCount(counts[index])}`] : [],
  );
  return `${name}: ${counted(total, "acionamento", "acionamentos")}${parts.length > 0 ? `; ${parts.join(", ")}` : ""}`;
}

/** The colours of the chart, with the year's counts. */
function Legend({ name, grid }: { readonly name: string; readonly grid: Grid<number> }) {
  return (
    <div className="painel-legend figures">
      <p>
        <strong>{name}</strong> · {counted(grid.total, "acionamento", "acionamentos")}
      </p>
      <ul className="row plain" aria-label="Status do ano">
        {grid.statuses.map(({ codigo, descricao }, index) => (
          <li key={codigo} className={`dot ${toneOf(codigo)}`}>
            {descricao} <strong>{formatCount(grid.totals[index] ?? 0)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
