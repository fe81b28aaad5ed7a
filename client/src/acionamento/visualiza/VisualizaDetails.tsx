import type { FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { formatDay, formatInstant } from "../../format/date.ts";
import { graphql } from "../../gql/gql.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Fact } from "./VisualizaParts.tsx";
import { CardSkeleton } from "./VisualizaSkeleton.tsx";

const DetailsFragment = graphql(`
  fragment VisualizaDetails on Acionamento {
    abertoEm
    ocorridoEm
    faturadoEm
    autorizacao
    apolice
    observacao
  }
`);

/** Dates and numbers. */
export function VisualizaDetails({ acionamento }: { readonly acionamento: FragmentType<typeof DetailsFragment> }) {
  const { data, complete } = useFragment({ fragment: DetailsFragment, from: acionamento });
  if (!complete) return <CardSkeleton title="Dados" facts={6} />;
  const { abertoEm, ocorridoEm, faturadoEm, autorizacao, apolice, observacao } = data;
  return (
    <section className="card">
      <h2>Dados</h2>
      <dl className="facts">
        <Fact name="Aberto em">{formatInstant(abertoEm)}</Fact>
        <Fact name="Ocorrido em">{ocorridoEm && formatDay(ocorridoEm)}</Fact>
        <Fact name="Faturado em">{faturadoEm ? formatDay(faturadoEm) : "Não faturado"}</Fact>
        <Fact name="Autorização">
          {autorizacao ? (
            <span className="visualiza-copy">
              {autorizacao}
              <CopyButton text={autorizacao} label="Copiar autorização" done="Autorização copiada." />
            </span>
          ) : (
            "Sem autorização"
          )}
        </Fact>
        <Fact name="Apólice">{apolice}</Fact>
        <Fact name="Observação" className="visualiza-row">
          {observacao && (
            <span className="visualiza-said" translate="yes">
              {observacao}
            </span>
          )}
        </Fact>
      </dl>
    </section>
  );
}
