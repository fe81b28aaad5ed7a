import { type FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { type CSSProperties, memo } from "react";
import { Link } from "react-router";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatInstant } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import { graphql } from "../../gql/gql.ts";
import type { ConsultaRowFragment } from "../../gql/graphql.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { useChanged } from "../../ui/useChanged.ts";
import { viewAddress } from "../address.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";

const RowFragment = graphql(`
  fragment ConsultaRow on Acionamento {
    id
    sinistro
    autorizacao
    abertoEm
    valorTotal
    status {
      codigo
      descricao
    }
    seguradora {
      id
      nome
    }
    segurado {
      cpfCnpj
      nome
    }
    pet {
      id
      nome
    }
  }
`);

export interface ConsultaRowProps {
  readonly row: FragmentType<ConsultaRowFragment>;
  /** Index in the list. */
  readonly index: number;
  /** Offset from the top of the list, in pixels. */
  readonly start: number;
  /** Whether it is the row in the tab order (roving tabindex). */
  readonly isCurrent: boolean;
  /** Whether it has just come. */
  readonly isNew: boolean;
}

/** A row of the table; a card on narrow screens. Memoized. */
export const ConsultaRow = memo(function ConsultaRow({ row, index, start, isCurrent, isNew }: ConsultaRowProps) {
  const { data, complete } = useFragment({ fragment: RowFragment, from: row });
  const style: CSSProperties = { transform: `translateY(${start}px)` };
  const changed = useChanged(complete ? `${data.status.codigo} ${data.valorTotal}` : undefined, isNew);
  if (!complete) return <RowSkeleton style={style} />;

  const { sinistro, autorizacao, abertoEm, segurado, pet, seguradora, status, valorTotal } = data;
  const address = viewAddress(sinistro);
  return (
    <div role="row" className="consulta-row" aria-rowindex={index + 2} style={style} data-row={index} {...changed}>
      <div role="cell" className="consulta-sinistro figures">
        <Link to={address} tabIndex={isCurrent ? 0 : -1}>
          {sinistro}
        </Link>
      </div>
      <div role="cell" className="consulta-autorizacao figures" title={autorizacao ?? undefined}>
        {autorizacao ?? <span aria-label="sem autorização">–</span>}
      </div>
      <div role="cell" className="consulta-aberto figures">
        {formatInstant(abertoEm)}
      </div>
      <div role="cell" className="consulta-segurado" title={segurado.nome}>
        <span>{segurado.nome}</span>
        <small className="figures">{formatCpfCnpj(segurado.cpfCnpj)}</small>
      </div>
      <div role="cell" className="consulta-pet" title={pet?.nome}>
        {pet?.nome ?? <span aria-label="sem pet">–</span>}
      </div>
      <div role="cell" className="consulta-seguradora" title={seguradora?.nome}>
        {seguradora?.nome ?? <span aria-label="seguradora desconhecida">–</span>}
      </div>
      <div role="cell" className="consulta-status" title={status.descricao}>
        <StatusBadge status={status} />
      </div>
      <div role="cell" className="consulta-total number">
        {formatMoney(valorTotal)}
      </div>
    </div>
  );
});

/** The loading state of a row. */
export function RowSkeleton({ style }: { readonly style?: CSSProperties | undefined }) {
  return (
    <div className="consulta-row" style={style} aria-hidden>
      {["sinistro", "autorizacao", "aberto", "segurado", "pet", "seguradora", "status", "total"].map((cell) => (
        <div key={cell} className={`consulta-${cell}`}>
          <Skeleton height="0.75rem" isRound />
        </div>
      ))}
    </div>
  );
}
