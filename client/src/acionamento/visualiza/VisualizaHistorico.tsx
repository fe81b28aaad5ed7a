import { formatInstant } from "../../format/date.ts";
import { toneOf } from "../../status.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import type { VisualizaHistoricoFragment } from "../../gql/graphql.ts";

/** The history, newest first. */
export function VisualizaHistorico({ acionamento }: { readonly acionamento: VisualizaHistoricoFragment }) {
  const { historico } = acionamento;
  return (
    <section className="card">
      <h2>
        Histórico <small className="visualiza-order">do mais recente ao mais antigo</small>
      </h2>
      {historico.length === 0 && <p className="visualiza-lost">Nada registrado ainda.</p>}
      <ol className="visualiza-timeline" reversed>
        {historico
          .map(({ em, status, usuario, observacao }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two events may have the same moment
            <li key={`${em} ${at}`} className={toneOf(status.codigo)}>
              <StatusBadge status={status} />
              <p className="visualiza-when figures" translate="no">
                <time dateTime={em}>{formatInstant(em)}</time>
                {usuario && ` · ${usuario}`}
              </p>
              {observacao && <p className="visualiza-said">{observacao}</p>}
            </li>
          ))
          .toReversed()}
      </ol>
    </section>
  );
}
