import { Button } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { useRef } from "react";
import type { ConsultaPageFragment } from "../../gql/graphql.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { type ListFilter, listTarget } from "../../shell/addresses.ts";
import { LiveNotice } from "../../ui/LiveNotice.tsx";
import { useScreenQuery } from "../../ui/QueryBoundary.tsx";
import { focusAround } from "../../ui/overlays.ts";
import { EmptyState, ErrorState } from "../../ui/Notice.tsx";
import { OutdatedNotice } from "../OutdatedNotice.tsx";
import { DEFAULT_FILTER } from "./consulta.address.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";
import type { Consulta } from "./consulta.query.ts";
import { ConsultaHead, RowSkeletons } from "./ConsultaRow.tsx";
import { ConsultaTable } from "./ConsultaTable.tsx";
import { periodLabel } from "./ConsultaPeriod.tsx";
import { useLiveList } from "./useLiveList.ts";

interface ConsultaListProps extends Consulta {
  readonly criteria: ConsultaCriteria;
}

export function ConsultaList({ queryRef, variables, ano, criteria }: ConsultaListProps) {
  const { data, error, isLoading, reload } = useScreenQuery(queryRef);
  const list = data?.acionamentos;
  if (!list) {
    if (isLoading) return <ListSkeleton criteria={criteria} />;
    const reason = errorMessageAt(error, "acionamentos");
    const title = "Não foi possível carregar os acionamentos.";
    return <ErrorState title={title} error={error} reason={reason} onRetry={reload} />;
  }
  return (
    <>
      {!isLoading && (
        <OutdatedNotice
          error={error}
          field="acionamentos"
          partial="Alguns dados não puderam ser lidos."
          onRetry={reload}
        />
      )}
      <LiveTable list={list} variables={variables} ano={ano} criteria={criteria} />
    </>
  );
}

interface LiveTableProps extends Omit<ConsultaListProps, "queryRef"> {
  readonly list: ConsultaPageFragment;
}

/** The table, which follows the services. */
function LiveTable({ list, variables, ano, criteria }: LiveTableProps) {
  const body = useRef<HTMLDivElement>(null);
  const { live, news, show, added } = useLiveList(list, body, { variables, ano });

  const onShow = (button: Element) => {
    show();
    // The new rows are at the top of the list.
    focusAround(button);
    button.closest(".consulta-list")?.scrollIntoView();
  };
  return (
    <>
      <LiveNotice {...live} />
      {news && (
        <div className="consulta-news no-print">
          <Button
            size="compact-md"
            radius="xl"
            leftSection={<IconArrowUp size={16} aria-hidden />}
            onClick={({ currentTarget }) => onShow(currentTarget)}
          >
            {`${news}: atualizar`}
          </Button>
        </div>
      )}
      {list.totalCount === 0 && list.edges.length === 0 ? (
        <Nothing criteria={criteria} />
      ) : (
        <ConsultaTable list={list} variables={variables} criteria={criteria} body={body} added={added} />
      )}
    </>
  );
}

export function ListSkeleton({ criteria }: { readonly criteria: ConsultaCriteria }) {
  return (
    <div className="consulta-table" aria-hidden inert>
      <ConsultaHead criteria={criteria} />
      <RowSkeletons rows={12} />
    </div>
  );
}

/** The button of an empty list, which gives the focus to the list. */
function EmptyAction({ children, onChoose }: { readonly children: string; readonly onChoose: () => void }) {
  return (
    <Button
      variant="default"
      onClick={({ currentTarget }) => {
        focusAround(currentTarget);
        onChoose();
      }}
    >
      {children}
    </Button>
  );
}

/** The empty state: nothing matches the filter, or the search. */
function Nothing({ criteria: { filter, busca, setBusca, setFilter } }: { readonly criteria: ConsultaCriteria }) {
  if (busca) {
    return (
      <EmptyState
        title={`Nenhum acionamento com “${busca}”`}
        action={<EmptyAction onChoose={() => setBusca("")}>Limpar a busca</EmptyAction>}
      >
        A busca procura só nesta lista. Outro status pode ter o que você procura.
      </EmptyState>
    );
  }
  const isDefault = listTarget(filter).to.search === listTarget(DEFAULT_FILTER).to.search;
  return (
    <EmptyState
      title={nothingIn(filter)}
      action={
        !isDefault && <EmptyAction onChoose={() => setFilter(DEFAULT_FILTER)}>Ver os acionamentos abertos</EmptyAction>
      }
    >
      {filter.sinistro || filter.autorizacao
        ? "Confira se o número foi digitado inteiro."
        : "Escolha outro status, outra seguradora ou outro período."}
    </EmptyState>
  );
}

function nothingIn({ sinistro, autorizacao, seguradora, statuses, periodo }: ListFilter): string {
  if (sinistro) return `Nenhum acionamento com o sinistro ${sinistro}`;
  if (autorizacao) return `Nenhum acionamento com a autorização ${autorizacao}`;
  const of = seguradora ? " desta seguradora" : "";
  const when = periodo ? ` ${periodLabel(periodo)}` : "";
  return `Nenhum acionamento${of} ${statuses.length > 1 ? "nestes status" : "neste status"}${when}`;
}
