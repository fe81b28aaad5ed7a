import { IconArrowDown, IconArrowUp, IconArrowsSort } from "@tabler/icons-react";
import type { OrdemAcionamentos } from "../../gql/graphql.ts";
import { usePreference } from "../../preferences.ts";
import { COLUMNS, listView, type Orders } from "./listView.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";

/** The sticky column headers. */
export function ConsultaHead({ criteria }: { readonly criteria: ConsultaCriteria }) {
  const [{ hidden }] = usePreference(listView);
  return (
    <div role="rowgroup" className="consulta-head">
      <div role="row" aria-rowindex={1}>
        {COLUMNS.filter(({ name }) => !hidden.includes(name)).map(({ name, text, orders }) => (
          <div key={name} role="columnheader" className={`consulta-${name}`} aria-sort={sortOf(criteria.ordem, orders)}>
            <SortButton text={text} orders={orders} criteria={criteria} />
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
