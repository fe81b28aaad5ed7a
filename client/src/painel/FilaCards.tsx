import "./fila.css";
import { useQuery } from "@apollo/client/react";
import { useId } from "react";
import { Link } from "react-router";
import { serverNow } from "../clock.ts";
import { counted } from "../format/count.ts";
import { formatAgo, today } from "../format/date.ts";
import { FilaDocument, type FilaQuery, type FilaRowFragment as Row } from "../gql/graphql.ts";
import { acionamentoKey } from "../graph/acionamentoKey.ts";
import { messageOf } from "../graph/errors.ts";
import { useFieldState } from "../graph/fieldStates.ts";
import { dayPeriod, type ListFilter } from "../shell/listAddress.ts";
import { useMayHandle } from "../shell/permission.ts";
import { OPEN_STATUSES } from "../status.ts";
import { ErrorState } from "../ui/StateNotice.tsx";
import { StatusBadge } from "../ui/StatusBadge.tsx";
import { filaVariables } from "./home.query.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ListLink } from "./ListLink.tsx";

type FilaPart = "esperando" | "deHoje" | "meus";

const LISTS: readonly { readonly part: FilaPart; readonly name: string; readonly empty: string }[] = [
  { part: "esperando", name: "Esperam há mais tempo", empty: "Nada espera: tudo está encerrado." },
  { part: "deHoje", name: "Abertos hoje, em andamento", empty: "Nenhum dos abertos hoje está em andamento." },
  { part: "meus", name: "Com a minha participação", empty: "Nenhum em andamento tem a sua participação." },
];

/** The queue of those who handle acionamentos. */
export function FilaCards() {
  const isHandling = useMayHandle();
  // In the cache with the answer to the screen's query, unless the gateway's clock has told another day by then.
  const { data, error, loading, refetch } = useQuery(FilaDocument, {
    variables: filaVariables(),
    errorPolicy: "all",
    skip: !isHandling,
  });
  if (!isHandling) return null;
  return (
    <div className="fila">
      {LISTS.map((each) => (
        <FilaCard
          key={each.part}
          {...each}
          list={data?.[each.part]}
          isLoading={loading}
          loadError={error}
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ))}
    </div>
  );
}

interface FilaCardProps {
  readonly part: FilaPart;
  readonly name: string;
  readonly empty: string;
  readonly list: FilaQuery[FilaPart] | undefined;
  readonly isLoading: boolean;
  /** Why the whole queue could not be loaded. */
  readonly loadError: unknown;
  onRetry(): void;
}

function FilaCard({ part, name, empty, list, isLoading, loadError, onRetry }: FilaCardProps) {
  const id = useId();
  const { errorMessage } = useFieldState(part);
  return (
    <section className="card fila-card" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {list ? (
        <FilaList list={list} name={name} part={part} empty={empty} />
      ) : isLoading ? (
        <RowsSkeleton />
      ) : (
        <ErrorState
          title="Esta fila não pôde ser carregada."
          reason={errorMessage ?? (loadError ? messageOf(loadError) : "Ela não pôde ser lida.")}
          onRetry={onRetry}
        />
      )}
    </section>
  );
}

interface FilaListProps {
  readonly list: NonNullable<FilaQuery[FilaPart]>;
  readonly name: string;
  readonly part: FilaPart;
  readonly empty: string;
}

function FilaList({ list, name, part, empty }: FilaListProps) {
  const { totalCount, edges } = list;
  if (totalCount === 0) return <p className="fila-empty">{empty}</p>;
  return (
    <>
      <ListLink
        className="fila-all figures"
        label={`${name}: ${counted(totalCount, "acionamento", "acionamentos")}`}
        {...filterOf(part)}
      >
        {counted(totalCount, "acionamento", "acionamentos")}
      </ListLink>
      <ul className="fila-rows">
        {edges.slice(0, ROWS).map(({ node }) => (
          <FilaRow key={acionamentoKey(node)} row={node} />
        ))}
      </ul>
    </>
  );
}

function FilaRow({ row: { sinistro, abertoEm, status, segurado, pet } }: { readonly row: Row }) {
  return (
    <li>
      <Link translate="no" to={`/visualiza-acionamento?${new URLSearchParams({ sinistro }).toString()}`}>
        {pet ? `${segurado.nome} · ${pet.nome}` : segurado.nome}
      </Link>
      <p>
        <StatusBadge status={status} />
        <small className="figures" translate="no">
          {sinistro}
        </small>
        <small>{formatAgo(abertoEm, serverNow())}</small>
      </p>
    </li>
  );
}

/** Rows of each list. */
const ROWS = 4;

function filterOf(part: FilaPart): ListFilter {
  const ofPart = { esperando: {}, deHoje: { periodo: dayPeriod(today()) }, meus: { isMine: true } }[part];
  return { statuses: Object.values(OPEN_STATUSES), ordem: "ABERTURA_ASC", ...ofPart };
}

/** The loading state of the queue. */
export function FilaSkeleton() {
  return (
    <div className="fila" aria-hidden>
      {LISTS.map(({ part, name }) => (
        <section key={part} className="card fila-card">
          <h2>{name}</h2>
          <RowsSkeleton />
        </section>
      ))}
    </div>
  );
}

function RowsSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton height="1.25rem" width="8rem" />
      <div className="fila-rows">
        {Array.from({ length: ROWS }, (_, row) => (
          <Skeleton key={row} height="2.75rem" />
        ))}
      </div>
    </div>
  );
}
