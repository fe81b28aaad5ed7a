import { formatCount } from "../../format/count.ts";
import { formatMoney } from "../../format/money.ts";
import type { VisualizaProcedimentosFragment } from "../../gql/graphql.ts";

/** The procedures and their values. */
export function VisualizaProcedimentos({ acionamento }: { readonly acionamento: VisualizaProcedimentosFragment }) {
  const { procedimentos, valorTotal } = acionamento;
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
