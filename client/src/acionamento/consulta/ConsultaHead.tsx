import { IconArrowDown, IconArrowUp, IconArrowsSort } from "@tabler/icons-react";
import type { OrdemAcionamentos } from "../../gql/graphql.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";

const COLUMNS: readonly { readonly name: string; readonly text: string; readonly orders?: Orders }[] = [
  { name: "sinistro", text: "Sinistro", orders: ["SINISTRO_ASC", "SINISTRO_DESC"] },
  { name: "autorizacao", text: "Autorização", orders: ["AUTORIZACAO_ASC", "AUTORIZACAO_DESC"] },
  { name: "aberto", text: "Aberto em", orders: ["ABERTURA_DESC", "ABERTURA_ASC"] },
  { name: "segurado", text: "Segurado", orders: ["SEGURADO_ASC", "SEGURADO_DESC"] },
  { name: "pet", text: "Pet", orders: ["PET_ASC", "PET_DESC"] },
  { name: "seguradora", text: "Seguradora" },
  { name: "status", text: "Status", orders: ["STATUS_ASC", "STATUS_DESC"] },
  { name: "total", text: "Total", orders: ["VALOR_DESC", "VALOR_ASC"] },
];

/** The orders of a column: at the first click and at the second. */
type Orders = readonly [OrdemAcionamentos, OrdemAcionamentos];

/** The sticky column headers. */
export function ConsultaHead({ criteria }: { readonly criteria: ConsultaCriteria }) {
  return (
    <div role="rowgroup" className="consulta-head">
      <div role="row" aria-rowindex={1}>
        {COLUMNS.map(({ name, text, orders }) => (
          <div
            key={name}
            role="columnheader"
            className={`consulta-${name}`}
            aria-sort={orders ? sortOf(criteria.ordem, orders) : undefined}
          >
            {orders ? <SortButton text={text} orders={orders} criteria={criteria} /> : text}
          </div>
        ))}
      </div>
    </div>
  );
}

interface SortButtonProps {
  readonly text: string;
  readonly orders: Orders;
  readonly criteria: ConsultaCriteria;
}

function SortButton({ text, orders, criteria: { ordem, setOrder } }: SortButtonProps) {
  const [first, second] = orders;
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[sortOf(ordem, orders)];
  return (
    <button type="button" onClick={() => setOrder(ordem === first ? second : first)}>
      {text} <Icon size={14} aria-hidden />
    </button>
  );
}

function sortOf(ordem: OrdemAcionamentos, orders: Orders): "ascending" | "descending" | "none" {
  if (!orders.includes(ordem)) return "none";
  return ordem.endsWith("_ASC") ? "ascending" : "descending";
}
