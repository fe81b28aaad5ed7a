import { today } from "../format/date.ts";
import { periodOfMonth } from "../format/period.ts";
import type { PainelFiguresFragment } from "../gql/graphql.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { EmptyState } from "../ui/Notice.tsx";
import { gridOf } from "./grid.ts";
import { DashboardCard } from "./DashboardCard.tsx";
import { StatusTable } from "./StatusTable.tsx";

type Totals = PainelFiguresFragment["statusPorSeguradoraNoMes"];

const SKELETON = Array.from({ length: 12 }, (_, row) => <Skeleton key={row} height="1.75rem" margin="0 0 0.5rem" />);

/** A heat map of the acionamentos opened this month, by insurer and status. `totals`: null after an error. */
export function SeguradorasCard({ totals, onRetry }: { readonly totals: Totals | undefined; onRetry(): void }) {
  return (
    <DashboardCard
      field="statusPorSeguradoraNoMes"
      value={totals}
      name="Status por seguradora no mês"
      note="Acionamentos abertos neste mês. Um número abre a lista deles."
      skeleton={SKELETON}
      errorTitle="Não foi possível carregar os totais por seguradora."
      onRetry={onRetry}
    >
      {(each) => <HeatMap totals={each} />}
    </DashboardCard>
  );
}

function HeatMap({ totals }: { readonly totals: NonNullable<Totals> }) {
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
      listOf={(statuses, row) => ({ statuses, seguradora: row?.key, periodo: periodOfMonth(today()) })}
      isHeatMap
    />
  );
}
