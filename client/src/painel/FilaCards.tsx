import "./fila.css";
import { Link } from "react-router";
import { serverNow } from "../clock.ts";
import { counted } from "../format/count.ts";
import { formatAgo, today } from "../format/date.ts";
import { periodOfDay } from "../format/period.ts";
import type { FilaListFragment, FilaRowFragment as Row, HomeQuery } from "../gql/graphql.ts";
import { acionamentoKey } from "../graph/acionamentoKey.ts";
import { type ListFilter, ownName, viewAddress } from "../shell/addresses.ts";
import { useMayHandle } from "../shell/permission.ts";
import { OPEN_STATUSES } from "../status.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { StatusBadge } from "../ui/StatusBadge.tsx";
import { ListLink } from "./ListLink.tsx";
import { DashboardCard } from "./DashboardCard.tsx";

const ROWS = 4;

interface List {
  readonly field: "esperando" | "deHoje" | "meus";
  readonly name: string;
  readonly empty: string;
  /** What its list has beside the open statuses. */
  readonly filter: () => Partial<ListFilter>;
}

const LISTS: readonly List[] = [
  { field: "esperando", name: "Esperam há mais tempo", empty: "Nada espera: tudo está encerrado.", filter: () => ({}) },
  {
    field: "deHoje",
    name: "Abertos hoje, em andamento",
    empty: "Nenhum dos abertos hoje está em andamento.",
    filter: () => ({ periodo: periodOfDay(today()) }),
  },
  {
    field: "meus",
    name: "Com a minha participação",
    empty: "Nenhum em andamento tem a sua participação.",
    filter: () => ({ isMine: true }),
  },
];

interface FilaCardsProps {
  /** Undefined while it loads. */
  readonly data: HomeQuery | undefined;
  onRetry(): void;
}

/** The fila of those who handle acionamentos. */
export function FilaCards({ data, onRetry }: FilaCardsProps) {
  if (!useMayHandle()) return null;
  // Undefined if it was not asked for: the user may have had no name then. Null after an error.
  const hasOwn = data ? data.meus !== undefined : ownName() !== "";
  return (
    <div className="fila">
      {LISTS.filter(({ field }) => field !== "meus" || hasOwn).map((list) => (
        <DashboardCard
          key={list.field}
          field={list.field}
          className="fila-card"
          name={list.name}
          value={data && (data[list.field] ?? null)}
          skeleton={<RowsSkeleton />}
          errorTitle="Esta fila não pôde ser carregada."
          onRetry={onRetry}
        >
          {(value) => <FilaList {...list} value={value} />}
        </DashboardCard>
      ))}
    </div>
  );
}

interface FilaListProps extends List {
  readonly value: FilaListFragment;
}

function FilaList({ name, empty, filter, value: { totalCount, edges } }: FilaListProps) {
  if (totalCount === 0) return <p className="soft fila-empty">{empty}</p>;
  const count = counted(totalCount, "acionamento", "acionamentos");
  return (
    <>
      <ListLink
        className="fila-all figures"
        label={`${name}: ${count}`}
        statuses={OPEN_STATUSES}
        ordem="ABERTURA_ASC"
        {...filter()}
      >
        {count}
      </ListLink>
      <ul className="plain fila-rows">
        {edges.slice(0, ROWS).map(({ node }) => (
          <FilaRow key={acionamentoKey(node)} row={node} />
        ))}
      </ul>
    </>
  );
}

function FilaRow({ row: { sinistro, abertoEm, status, segurado, pet } }: { readonly row: Row }) {
  const names = [segurado.nome, pet?.nome].filter(Boolean).join(" · ");
  return (
    <li>
      <Link to={viewAddress(sinistro)}>{names || "Sem nome"}</Link>
      <p className="row">
        <StatusBadge status={status} />
        <small className="figures">{sinistro}</small>
        <small>{formatAgo(abertoEm, serverNow())}</small>
      </p>
    </li>
  );
}

function RowsSkeleton() {
  return (
    <>
      <Skeleton height="1.25rem" width="8rem" />
      <div className="fila-rows">
        {Array.from({ length: ROWS }, (_, row) => (
          <Skeleton key={row} height="2.75rem" />
        ))}
      </div>
    </>
  );
}
