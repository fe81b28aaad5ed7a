import { formatDay, formatInstant } from "../../format/date.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Fact } from "./VisualizaParts.tsx";
import type { VisualizaDetailsFragment } from "../../gql/graphql.ts";

/** Dates and numbers. */
export function VisualizaDetails({ acionamento }: { readonly acionamento: VisualizaDetailsFragment }) {
  const { abertoEm, ocorridoEm, faturadoEm, autorizacao, apolice, observacao } = acionamento;
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
