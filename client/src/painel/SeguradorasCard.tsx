import { memo, useDeferredValue, useId, useRef } from "react";
import { today } from "../format/date.ts";
import type { StatusPorSeguradoraFragment } from "../gql/graphql.ts";
import { monthOf } from "../shell/listAddress.ts";
import { EmptyState, ErrorState } from "../ui/StateNotice.tsx";
import { gridOf } from "./grid.ts";
import { refresh, usePainel } from "./painelStore.ts";
import { Stale } from "./Stale.tsx";
import { StatusTable } from "./StatusTable.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

type Totals = NonNullable<StatusPorSeguradoraFragment["statusPorSeguradoraNoMes"]>;

export interface SeguradorasCardProps {
  /** Null until the first response. */
  readonly painel: StatusPorSeguradoraFragment | null;
}

/** A heat map of the acionamentos opened this month, by insurer and status. */
export function SeguradorasCard({ painel }: SeguradorasCardProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const errorMessage = usePainel(({ parts }) => parts.statusPorSeguradoraNoMes.errorMessage);
  // Drawn in slices, as the months.
  const totals = useDeferredValue(painel?.statusPorSeguradoraNoMes);

  function retry(): void {
    heading.current?.focus();
    refresh();
  }

  return (
    <section className="card painel-part" aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            Status por seguradora no mês
          </h2>
          <p>
            Acionamentos abertos neste mês. Um número abre a lista deles.{" "}
            {totals && <Stale part="statusPorSeguradoraNoMes" />}
          </p>
        </div>
      </header>
      {totals === undefined && <Waiting />}
      {totals === null && (
        <ErrorState
          title="Não foi possível carregar os totais por seguradora."
          reason={errorMessage ?? "Eles não puderam ser lidos."}
          onRetry={retry}
        />
      )}
      {totals && <HeatMap totals={totals} />}
    </section>
  );
}

const HeatMap = memo(function HeatMap({ totals }: { readonly totals: Totals }) {
  if (totals.length === 0) return <EmptyState title="Nenhum acionamento aberto neste mês" />;
  const grid = gridOf(
    totals.map(({ seguradora }) => ({ key: seguradora.id, name: seguradora.nome })),
    totals.flatMap(({ seguradora, totais }) => totais.map((total) => ({ key: seguradora.id, ...total }))),
  );
  return (
    <StatusTable
      caption="Acionamentos abertos neste mês, por seguradora e status"
      rowName="Seguradora"
      grid={grid}
      wholeName="Todas as seguradoras"
      listOf={(statuses, row) => ({ statuses, seguradora: row?.key, periodo: monthOf(today()) })}
      isHeatMap
    />
  );
});

function Waiting() {
  return (
    <div className="painel-rows" aria-hidden>
      {Array.from({ length: 12 }, (_, row) => (
        <Skeleton key={row} height="1.75rem" />
      ))}
    </div>
  );
}
