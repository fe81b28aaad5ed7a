import { Button } from "@mantine/core";
import { IconPrinter, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatMoney } from "../../format/money.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { usePermissions } from "../../shell/permission.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { reopenAddress, viewAddress } from "../address.ts";
import { useChanged } from "../../ui/useChanged.ts";
import { Retry } from "./VisualizaParts.tsx";
import type { VisualizaSummaryFragment } from "../../gql/graphql.ts";

export interface VisualizaSummaryProps {
  readonly acionamento: VisualizaSummaryFragment;
  readonly error: unknown;
  /** More actions. */
  readonly children?: ReactNode;
}

/** Summary and actions. */
export function VisualizaSummary({ acionamento, error, children }: VisualizaSummaryProps) {
  const mayReopen = usePermissions()("/reabre-acionamento");
  const { sinistro, status, valorTotal, seguradora, sinistroOrigem, sinistroReabertura, podeReabrir } = acionamento;
  const isInsurerLost = errorMessageAt(error, "acionamento", "seguradora") !== undefined;
  return (
    <section className="card visualiza-summary" aria-label="Resumo">
      <dl className="visualiza-figures">
        <div>
          <dt>Status</dt>
          <dd>
            <Changing value={status.codigo}>
              <StatusBadge status={status} />
            </Changing>
          </dd>
        </div>
        <div>
          <dt>Seguradora</dt>
          <dd translate="no">
            {isInsurerLost ? <Retry>{seguradora?.nome}</Retry> : (seguradora?.nome ?? "Não informada")}
          </dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd className="visualiza-total figures" translate="no">
            <Changing value={valorTotal}>{formatMoney(valorTotal)}</Changing>
          </dd>
        </div>
        {sinistroOrigem !== null && (
          <div>
            <dt>Reabre o sinistro</dt>
            <dd>
              <SinistroLink sinistro={sinistroOrigem} />
            </dd>
          </div>
        )}
        {sinistroReabertura !== null && (
          <div>
            <dt>Reaberto pelo sinistro</dt>
            <dd>
              <SinistroLink sinistro={sinistroReabertura} />
            </dd>
          </div>
        )}
      </dl>
      {podeReabrir === null && mayReopen && (
        <p className="visualiza-lost no-print">
          Não se sabe se pode ser reaberto.{" "}
          <Link className="visualiza-link" to={reopenAddress(sinistro)}>
            Consultar
          </Link>
        </p>
      )}
      <div className="page-actions no-print">
        {podeReabrir === true && mayReopen && (
          <Button
            component={Link}
            to={reopenAddress(sinistro)}
            leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
          >
            Reabrir
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
        {children}
      </div>
    </section>
  );
}

function Changing({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return <span {...useChanged(value)}>{children}</span>;
}

function SinistroLink({ sinistro }: { readonly sinistro: string }) {
  return (
    <Link className="visualiza-link figures" translate="no" to={viewAddress(sinistro)}>
      {sinistro}
    </Link>
  );
}
