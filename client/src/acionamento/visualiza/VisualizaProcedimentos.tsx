import type { FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { formatCount } from "../../format/count.ts";
import { formatMoney } from "../../format/money.ts";
import { graphql } from "../../gql/gql.ts";
import { CardSkeleton } from "./VisualizaSkeleton.tsx";

const ProcedimentosFragment = graphql(`
  fragment VisualizaProcedimentos on Acionamento {
    valorTotal
    procedimentos {
      procedimento {
        id
        descricao
      }
      quantidade
      valor
      total
    }
  }
`);

/** The procedures and their values. */
export function VisualizaProcedimentos(props: { readonly acionamento: FragmentType<typeof ProcedimentosFragment> }) {
  const { data, complete } = useFragment({ fragment: ProcedimentosFragment, from: props.acionamento });
  if (!complete) return <CardSkeleton title="Procedimentos" lines={4} />;
  const { procedimentos, valorTotal } = data;
  return (
    <section className="card">
      <h2 id="visualiza-procedimentos">Procedimentos</h2>
      {procedimentos.length === 0 ? (
        <p className="visualiza-lost">Nenhum procedimento registrado.</p>
      ) : (
        <table className="visualiza-table" aria-labelledby="visualiza-procedimentos">
          <thead>
            <tr>
              <th scope="col">Procedimento</th>
              <th scope="col" className="number visualiza-wide">
                Qtd.
              </th>
              <th scope="col" className="number visualiza-wide">
                Valor
              </th>
              <th scope="col" className="number">
                Total
              </th>
            </tr>
          </thead>
          <tbody translate="no">
            {procedimentos.map(({ procedimento, quantidade, valor, total }, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same line may stand there twice
              <tr key={`${procedimento.id} ${row}`}>
                <th scope="row">
                  {procedimento.descricao}
                  <span className="visualiza-narrow figures">{`${formatCount(quantidade)} × ${formatMoney(valor)}`}</span>
                </th>
                <td className="number visualiza-wide">{formatCount(quantidade)}</td>
                <td className="number visualiza-wide">{formatMoney(valor)}</td>
                <td className="number">{formatMoney(total)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot translate="no">
            <tr>
              <th scope="row">Total</th>
              <td className="number visualiza-wide">
                {formatCount(procedimentos.reduce((count, { quantidade }) => count + quantidade, 0))}
              </td>
              <td className="visualiza-wide">{"\u00a0"}</td>
              <td className="number">{formatMoney(valorTotal)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}
