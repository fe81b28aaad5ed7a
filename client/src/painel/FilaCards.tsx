import "./fila.css";
import { memo, useDeferredValue, useEffect, useId } from "react";
import { Link } from "react-router";
import { counted } from "../format/count.ts";
import { formatAgo, today } from "../format/date.ts";
import { FilaFragmentDoc, type FilaFragment as Fila, type FilaRowFragment as Row } from "../gql/graphql.ts";
import { acionamentoKey } from "../graph/acionamentoKey.ts";
import { useCachedFragment } from "../graph/useCachedFragment.ts";
import { dayPeriod, type ListFilter } from "../shell/listAddress.ts";
import { useMayHandle } from "../shell/permission.ts";
import { serverNow } from "../clock.ts";
import { ErrorState } from "../ui/StateNotice.tsx";
import { StatusBadge } from "../ui/StatusBadge.tsx";
import { filaVariables, IN_PROGRESS } from "./fila.query.ts";
import { ListLink } from "./ListLink.tsx";
import { type FILA_PARTS, loadFila, showDay, usePainel } from "./painelStore.ts";
import { Skeleton } from "../ui/Skeleton.tsx";

type FilaPart = (typeof FILA_PARTS)[number];

const LISTS: readonly { readonly part: FilaPart; readonly name: string; readonly empty: string }[] = [
  { part: "esperando", name: "Esperam há mais tempo", empty: "Nada espera: tudo está encerrado." },
  { part: "deHoje", name: "Abertos hoje, em andamento", empty: "Nenhum dos abertos hoje está em andamento." },
  { part: "meus", name: "Com a minha participação", empty: "Nenhum em andamento tem a sua participação." },
];

/** The queue of those who handle acionamentos. */
export function FilaCards() {
  const mayHandle = useMayHandle();
  const { comFila: _, ...variables } = filaVariables();
  const isLoading = usePainel((painel) => painel.isLoading);
  useEffect(() => {
    if (!isLoading) showDay(variables.hoje);
  }, [isLoading, variables.hoje]);
  const { data } = useCachedFragment({
    fragment: FilaFragmentDoc,
    fragmentName: "Fila",
    from: "ROOT_QUERY",
    variables,
  });
  // Drawn in slices, as the months.
  const lists = useDeferredValue(data as Partial<Fila>);
  if (!mayHandle) return null;
  return (
    <div className="fila">
      {LISTS.map((each) => (
        <FilaCard key={each.part} {...each} list={lists[each.part]} />
      ))}
    </div>
  );
}

interface FilaCardProps {
  readonly part: FilaPart;
  readonly name: string;
  readonly empty: string;
  readonly list: Fila[FilaPart] | undefined;
}

function FilaCard({ part, name, empty, list }: FilaCardProps) {
  const id = useId();
  const isLoading = usePainel((painel) => painel.isLoading);
  const errorMessage = usePainel(({ parts }) => parts[part].errorMessage);
  return (
    <section className="card fila-card" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {list ? (
        <FilaList list={list} name={name} part={part} empty={empty} />
      ) : !isLoading && (list === null || errorMessage !== null) ? (
        <ErrorState
          title="Esta fila não pôde ser carregada."
          reason={errorMessage ?? "Ela não pôde ser lida."}
          onRetry={() => void loadFila()}
        />
      ) : (
        <Waiting />
      )}
    </section>
  );
}

interface FilaListProps {
  readonly list: NonNullable<Fila[FilaPart]>;
  readonly name: string;
  readonly part: FilaPart;
  readonly empty: string;
}

const FilaList = memo(function FilaList({ list, name, part, empty }: FilaListProps) {
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
});

function FilaRow({ row: { sinistro, abertoEm, status, segurado, pet } }: { readonly row: Row }) {
  return (
    <li>
      <Link translate="no" to={`/visualiza-acionamento?${new URLSearchParams({ sinistro }).toString()}`}>
        <span className="fila-who">{pet ? `${segurado.nome} · ${pet.nome}` : segurado.nome}</span>
        <small className="figures">{sinistro}</small>
      </Link>
      <span className="fila-state">
        <StatusBadge status={status} />
        <small>{formatAgo(abertoEm, serverNow())}</small>
      </span>
    </li>
  );
}

/** Rows of each list. */
const ROWS = 4;

function filterOf(part: FilaPart): ListFilter {
  const ofPart = { esperando: {}, deHoje: { periodo: dayPeriod(today()) }, meus: { isMine: true } }[part];
  return { statuses: IN_PROGRESS, ordem: "ABERTURA_ASC", ...ofPart };
}

function Waiting() {
  return (
    <div className="fila-rows" aria-hidden>
      {Array.from({ length: ROWS }, (_, row) => (
        <Skeleton key={row} height="2.5rem" />
      ))}
    </div>
  );
}
