/** The columns of the list: name, orders, widths and cell of each. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatInstant } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import type { ConsultaRowFragment, OrdemAcionamentos } from "../../gql/graphql.ts";
import { viewAddress } from "../../shell/addresses.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

/** The orders of a column: at the first click and at the second. */
export type Orders = readonly [OrdemAcionamentos, OrdemAcionamentos];

interface Cell {
  readonly content: ReactNode;
  /** The whole text of a cell that may be truncated. */
  readonly title?: string | undefined;
}

interface Column {
  readonly name: string;
  readonly text: string;
  readonly orders: Orders;
  /**
   * Widths in the table and in the stacked table, which follow its font. Two layouts are kept because users of a wide
   * screen scan rows of one line, and eight columns do not fit a narrower table.
   */
  readonly widths: readonly [wide: string, stacked: string];
  /** The column that it stands below in the stacked table. */
  readonly below?: string;
  /** `isCurrent`: whether its row is the one in the tab order. */
  readonly cell: (row: ConsultaRowFragment, isCurrent: boolean) => Cell;
}

/** The column with the link, which is always shown. */
export const LINK_COLUMN = "sinistro";

export const COLUMNS: readonly Column[] = [
  {
    name: LINK_COLUMN,
    text: "Sinistro",
    orders: ["SINISTRO_ASC", "SINISTRO_DESC"],
    widths: ["9.25em", "10.5em"],
    cell: ({ sinistro }, isCurrent) => ({
      content: (
        <Link to={viewAddress(sinistro)} tabIndex={isCurrent ? 0 : -1}>
          {sinistro}
        </Link>
      ),
    }),
  },
  {
    name: "autorizacao",
    text: "Autorização",
    orders: ["AUTORIZACAO_ASC", "AUTORIZACAO_DESC"],
    widths: ["7.25em", "8.5em"],
    below: "sinistro",
    cell: ({ autorizacao }) => textCell(autorizacao, "sem autorização"),
  },
  {
    name: "aberto",
    text: "Aberto em",
    orders: ["ABERTURA_DESC", "ABERTURA_ASC"],
    widths: ["9.75em", "6.25em"],
    cell: ({ abertoEm }) => ({ content: formatInstant(abertoEm) }),
  },
  {
    name: "segurado",
    text: "Segurado",
    orders: ["SEGURADO_ASC", "SEGURADO_DESC"],
    widths: ["1.5fr", "minmax(7.5em, 1.2fr)"],
    cell: ({ segurado: { nome, cpfCnpj } }) => ({
      content: (
        <>
          <span>{textOr(nome, "sem nome")}</span>
          <small>{formatCpfCnpj(cpfCnpj)}</small>
        </>
      ),
      title: nome || undefined,
    }),
  },
  {
    name: "pet",
    text: "Pet",
    orders: ["PET_ASC", "PET_DESC"],
    widths: ["0.7fr", "1fr"],
    cell: ({ pet }) => textCell(pet?.nome, "sem pet"),
  },
  {
    name: "seguradora",
    text: "Seguradora",
    orders: ["SEGURADORA_ASC", "SEGURADORA_DESC"],
    widths: ["1.3fr", "1fr"],
    below: "pet",
    cell: ({ seguradora }) => textCell(seguradora?.nome, "seguradora desconhecida"),
  },
  {
    name: "status",
    text: "Status",
    orders: ["STATUS_ASC", "STATUS_DESC"],
    widths: ["8.25em", "7.75em"],
    cell: ({ status }) => ({ content: <StatusBadge status={status} />, title: status.descricao }),
  },
  {
    name: "total",
    text: "Total",
    orders: ["VALOR_DESC", "VALOR_ASC"],
    widths: ["8em", "7.5em"],
    cell: ({ valorTotal }) => ({ content: formatMoney(valorTotal) }),
  },
];

export function shownColumns(hidden: readonly string[]): readonly Column[] {
  return COLUMNS.filter(({ name }) => !hidden.includes(name));
}

function textCell(text: string | null | undefined, missing: string): Cell {
  return { content: textOr(text, missing), title: text || undefined };
}

function textOr(text: string | null | undefined, missing: string): ReactNode {
  return text || <span aria-label={missing}>–</span>;
}
