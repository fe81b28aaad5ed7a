/** How a user sees the list, in this browser. */
import { preference } from "../../preferences.ts";
import { COLUMNS, LINK_COLUMN, shownColumns } from "./columns.tsx";

export interface ListView {
  readonly hidden: readonly string[];
  /** Whether the fields of the filter are shown; `undefined` depends on the width. */
  readonly hasFields: boolean | undefined;
}

export const listView = preference("lista", (stored): ListView => {
  const { hidden, hasFields } = Object(stored) as { readonly [Key in keyof ListView]?: unknown };
  const names = new Set<unknown>(Array.isArray(hidden) ? hidden : []);
  return {
    hidden: COLUMNS.map(({ name }) => name).filter((name) => name !== LINK_COLUMN && names.has(name)),
    hasFields: typeof hasFields === "boolean" ? hasFields : undefined,
  };
});

/** Heights of a row and of a card in rem, for the styles and for virtual scrolling. */
export const ROW_REM = 2.5;
export const CARD_REM = 8;

function areas(names: readonly string[]): string {
  return `"${names.join(" ")}"`;
}

/** The CSS variables of the rows and their shown columns, for ConsultaTable.css and tableSizes.css. */
export function columnStyle({ hidden }: Pick<ListView, "hidden">): Readonly<Record<`--consulta-${string}`, string>> {
  const shown = shownColumns(hidden);
  // If one column of a pair is hidden, the other takes both lines.
  const stacked = shown.filter(({ below }) => !shown.some(({ name }) => name === below));
  const second = stacked.map(({ name }) => shown.find(({ below }) => below === name)?.name ?? name);
  return {
    "--consulta-row": `${ROW_REM}rem`,
    "--consulta-card": `${CARD_REM}rem`,
    "--consulta-areas": areas(shown.map(({ name }) => name)),
    "--consulta-widths": shown.map(({ widths }) => widths[0]).join(" "),
    "--consulta-stacked": `${areas(stacked.map(({ name }) => name))} ${areas(second)}`,
    "--consulta-stacked-widths": stacked.map(({ widths }) => widths[1]).join(" "),
  };
}
