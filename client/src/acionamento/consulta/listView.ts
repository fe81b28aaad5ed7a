/** How a user sees the list, and the filters that the user has saved, in this browser. */
import type { OrdemAcionamentos } from "../../gql/graphql.ts";
import { preference } from "../../preferences.ts";

/** The orders of a column: at the first click and at the second. */
export type Orders = readonly [OrdemAcionamentos, OrdemAcionamentos];

interface Column {
  readonly name: string;
  readonly text: string;
  readonly orders: Orders;
  /** Widths in the table and in the stacked table, which follow its font. */
  readonly widths: readonly [wide: string, stacked: string];
}

export const COLUMNS = [
  { name: "sinistro", text: "Sinistro", orders: ["SINISTRO_ASC", "SINISTRO_DESC"], widths: ["9.25em", "10.5em"] },
  {
    name: "autorizacao",
    text: "Autorização",
    orders: ["AUTORIZACAO_ASC", "AUTORIZACAO_DESC"],
    widths: ["7.25em", "8.5em"],
  },
  { name: "aberto", text: "Aberto em", orders: ["ABERTURA_DESC", "ABERTURA_ASC"], widths: ["9.75em", "6.25em"] },
  {
    name: "segurado",
    text: "Segurado",
    orders: ["SEGURADO_ASC", "SEGURADO_DESC"],
    widths: ["1.5fr", "minmax(7.5em, 1.2fr)"],
  },
  { name: "pet", text: "Pet", orders: ["PET_ASC", "PET_DESC"], widths: ["0.7fr", "1fr"] },
  {
    name: "seguradora",
    text: "Seguradora",
    orders: ["SEGURADORA_ASC", "SEGURADORA_DESC"],
    widths: ["1.3fr", "1fr"],
  },
  { name: "status", text: "Status", orders: ["STATUS_ASC", "STATUS_DESC"], widths: ["8.25em", "7.75em"] },
  { name: "total", text: "Total", orders: ["VALOR_DESC", "VALOR_ASC"], widths: ["8em", "7.5em"] },
] as const satisfies readonly Column[];

export type ColumnName = (typeof COLUMNS)[number]["name"];

/** The column with the link, which is always shown. */
export const LINK_COLUMN = "sinistro";

/** In the stacked table the second of a pair stands below the first. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ["sinistro", "autorizacao"],
  ["pet", "seguradora"],
]);

export function shownColumns(hidden: readonly string[]) {
  return COLUMNS.filter(({ name }) => !hidden.includes(name));
}

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

function areas(names: readonly (string | undefined)[]): string {
  return `"${names.join(" ")}"`;
}

/** CSS variables of ConsultaTable.css for the shown columns. */
export function columnStyle({ hidden }: Pick<ListView, "hidden">): Readonly<Record<`--consulta-${string}`, string>> {
  const shown = shownColumns(hidden);
  const isShown = (name: string | undefined) => shown.some((each) => each.name === name);
  const below = new Set(PAIRS.values());
  // If one column of a pair is hidden, the other takes both lines.
  const stacked = shown.filter(({ name }) => !below.has(name) || !shown.some((each) => PAIRS.get(each.name) === name));
  const second = stacked.map(({ name }) => (isShown(PAIRS.get(name)) ? PAIRS.get(name) : name));
  return {
    "--consulta-areas": areas(shown.map(({ name }) => name)),
    "--consulta-widths": shown.map(({ widths }) => widths[0]).join(" "),
    "--consulta-stacked": `${areas(stacked.map(({ name }) => name))} ${areas(second)}`,
    "--consulta-stacked-widths": stacked.map(({ widths }) => widths[1]).join(" "),
  };
}

export const MAX_FILTERS = 20;
export const MAX_NAME = 40;

/** A saved filter: its query string, which has no CPF. */
export interface SavedFilter {
  readonly name: string;
  readonly search: string;
}

export const savedFilters = preference("filtros", (stored): readonly SavedFilter[] =>
  (Array.isArray(stored) ? stored : []).flatMap((each) => readFilter(each) ?? []).slice(0, MAX_FILTERS),
);

function readFilter(stored: unknown): SavedFilter | undefined {
  const { name, search } = Object(stored) as { readonly [Key in keyof SavedFilter]?: unknown };
  const isGood = typeof name === "string" && name !== "" && name.length <= MAX_NAME;
  return isGood && typeof search === "string" && /^\?.{1,2000}$/.test(search) ? { name, search } : undefined;
}
