import { useFragment } from "@apollo/client/react";
import { type CSSProperties, memo } from "react";
import { Link } from "react-router";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatInstant } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import { ConsultaRowFragmentDoc, type ConsultaRowFragment } from "../../gql/graphql.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { useChanged } from "../../ui/useChanged.ts";
import { viewAddress } from "../address.ts";
import { COLUMNS } from "./listView.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";

export interface ConsultaRowProps {
  readonly row: ConsultaRowFragment;
  /** Index in the list. */
  readonly index: number;
  /** Offset from the top of the list, in pixels. */
  readonly start: number;
  /** Whether it is the row in the tab order (roving tabindex). */
  readonly isCurrent: boolean;
  /** Names of columns that are not shown. */
  readonly hidden: readonly string[];
  /** Whether it has just come. */
  readonly isNew: boolean;
}

/** A row of the table; a card on narrow screens. Memoized. */
export const ConsultaRow = memo(function ConsultaRow(props: ConsultaRowProps) {
  const { row, index, start, hidden, isCurrent, isNew } = props;
  const { sinistro, autorizacao, abertoEm, segurado, pet, seguradora, status, valorTotal } = row;
  const changed = useChanged(`${status.codigo} ${valorTotal}`, isNew);
  const address = viewAddress(sinistro);
  const has = (column: string) => !hidden.includes(column);
  return (
    <div
      role="row"
      className="consulta-row"
      translate="no"
      aria-rowindex={index + 2}
      style={at(start)}
      data-row={index}
      {...changed}
    >
      <div role="cell" className="consulta-sinistro figures">
        <Link to={address} tabIndex={isCurrent ? 0 : -1}>
          {sinistro}
        </Link>
      </div>
      {has("autorizacao") && (
        <div role="cell" className="consulta-autorizacao figures" title={autorizacao ?? undefined}>
          {autorizacao ?? <span aria-label="sem autorização">–</span>}
        </div>
      )}
      {has("aberto") && (
        <div role="cell" className="consulta-aberto figures">
          {formatInstant(abertoEm)}
        </div>
      )}
      {has("segurado") && (
        <div role="cell" className="consulta-segurado" title={segurado.nome}>
          <span>{segurado.nome}</span>
          <small className="figures">{formatCpfCnpj(segurado.cpfCnpj)}</small>
        </div>
      )}
      {has("pet") && (
        <div role="cell" className="consulta-pet" title={pet?.nome}>
          {pet?.nome ?? <span aria-label="sem pet">–</span>}
        </div>
      )}
      {has("seguradora") && (
        <div role="cell" className="consulta-seguradora" title={seguradora?.nome}>
          {seguradora?.nome ?? <span aria-label="seguradora desconhecida">–</span>}
        </div>
      )}
      {has("status") && (
        <div role="cell" className="consulta-status" title={status.descricao}>
          <StatusBadge status={status} />
        </div>
      )}
      {has("total") && (
        <div role="cell" className="consulta-total number">
          {formatMoney(valorTotal)}
        </div>
      )}
    </div>
  );
});

interface FollowedRowProps extends Omit<ConsultaRowProps, "row"> {
  readonly row: ConsultaRowFragment;
}

/** A row that no query of the screen follows. */
export function FollowedRow({ row, ...props }: FollowedRowProps) {
  const { data, complete } = useFragment({ fragment: ConsultaRowFragmentDoc, from: row });
  return complete ? <ConsultaRow row={data} {...props} /> : <RowSkeleton start={props.start} hidden={props.hidden} />;
}

interface RowSkeletonProps {
  /** Offset from the top of the list, in pixels; without it the row stands where it is. */
  readonly start?: number;
  /** Names of columns that are not shown. */
  readonly hidden: readonly string[];
}

/** The loading state of a row. */
export function RowSkeleton({ start, hidden }: RowSkeletonProps) {
  return (
    <div className="consulta-row" style={start === undefined ? undefined : at(start)} aria-hidden>
      {COLUMNS.filter(({ name }) => !hidden.includes(name)).map(({ name }) => (
        <div key={name} className={`consulta-${name}`}>
          <Skeleton height="0.75rem" isRound />
        </div>
      ))}
    </div>
  );
}

function at(start: number): CSSProperties {
  return { transform: `translateY(${start}px)` };
}
