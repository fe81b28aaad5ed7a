import { useReadQuery } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { messageOf } from "../../graph/fault.ts";
import { Empty, Failed } from "../../ui/Notice.tsx";
import { FIRST_STATUS, type Question } from "./consulta.address.ts";
import type { Place } from "./consulta.places.ts";
import type { Consulta } from "./consulta.query.ts";
import { ConsultaHead } from "./ConsultaHead.tsx";
import { RowSkeleton } from "./ConsultaRow.tsx";
import { ConsultaTable } from "./ConsultaTable.tsx";
import { faultOf, useRetry } from "./Unread.tsx";

export interface ConsultaListProps extends Consulta {
  readonly place: Place;
}

/** The list that answers the question, or what stands in its place. */
export function ConsultaList({ asked, variables, place }: ConsultaListProps) {
  const { data, error } = useReadQuery(asked);
  const [isRetrying, retry] = useRetry(asked);
  const list = data?.acionamentos;
  const fault = faultOf(error, "acionamentos");
  if (!list) {
    if (isRetrying) return <ListSkeleton place={place} />;
    const reason = fault ?? messageOf(error);
    return <Failed title="Não foi possível carregar os acionamentos." reason={reason} onRetry={retry} />;
  }
  return (
    <>
      {fault !== undefined && !isRetrying && (
        <p className="consulta-old" role="alert">
          A lista não pôde ser atualizada e pode estar desatualizada.{" "}
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            Tentar novamente
          </Button>
        </p>
      )}
      {list.totalCount === 0 && list.edges.length === 0 ? (
        <Nothing place={place} />
      ) : (
        <ConsultaTable list={list} variables={variables} place={place} />
      )}
    </>
  );
}

/** While the list is on its way, in its shape. */
export function ListSkeleton({ place }: { readonly place: Place }) {
  return (
    <div className="consulta-table is-skeleton" aria-hidden inert>
      <ConsultaHead place={place} />
      {Array.from({ length: 12 }, (_, row) => (
        <RowSkeleton key={row} />
      ))}
    </div>
  );
}

/** No acionamento: of those that are asked for, or of those that hold the text. */
function Nothing({ place: { question, busca, seek, ask } }: { readonly place: Place }) {
  if (busca) {
    return (
      <Empty
        title={`Nenhum acionamento com “${busca}”`}
        action={
          <Button variant="default" onClick={() => seek("")}>
            Limpar a busca
          </Button>
        }
      >
        A busca procura só nesta lista. Outro status pode ter o que você procura.
      </Empty>
    );
  }
  const isFirst = question.status === FIRST_STATUS;
  return (
    <Empty
      title={nothingIn(question)}
      action={
        !isFirst && (
          <Button variant="default" onClick={() => ask({ status: FIRST_STATUS })}>
            Ver os acionamentos abertos
          </Button>
        )
      }
    >
      {question.sinistro || question.autorizacao
        ? "Confira se o número foi digitado inteiro."
        : "Escolha outro status ou outra seguradora."}
    </Empty>
  );
}

function nothingIn({ sinistro, autorizacao, seguradoraStatus }: Question): string {
  if (sinistro) return `Nenhum acionamento com o sinistro ${sinistro}`;
  if (autorizacao) return `Nenhum acionamento com a autorização ${autorizacao}`;
  return seguradoraStatus ? "Nenhum acionamento desta seguradora neste status" : "Nenhum acionamento neste status";
}
