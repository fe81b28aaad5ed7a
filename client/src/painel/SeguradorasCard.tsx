import { useRef } from "react";
import { today } from "../format/date.ts";
import type { PainelFiguresFragment } from "../gql/graphql.ts";
import { useFieldState } from "../graph/fieldStates.ts";
import { monthOf } from "../shell/listAddress.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { EmptyState, ErrorState } from "../ui/StateNotice.tsx";
import { gridOf } from "./grid.ts";
import { Stale } from "./LoadedAt.tsx";
import { Part } from "./Part.tsx";
import { StatusTable } from "./StatusTable.tsx";

type Totals = PainelFiguresFragment["statusPorSeguradoraNoMes"];

export interface SeguradorasCardProps {
  /** Null after an error. */
  readonly totals: Totals;
  onRetry(): void;
}

const NAME = "Status por seguradora no mês";
const NOTE = "Acionamentos abertos neste mês. Um número abre a lista deles.";

/** A heat map of the acionamentos opened this month, by insurer and status. */
export function SeguradorasCard({ totals, onRetry }: SeguradorasCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { errorMessage } = useFieldState("statusPorSeguradoraNoMes");
  return (
    <Part
      name={NAME}
      note={
        <>
          {NOTE} {totals && <Stale part="statusPorSeguradoraNoMes" />}
        </>
      }
      heading={heading}
    >
      {totals ? (
        <HeatMap totals={totals} />
      ) : (
        <ErrorState
          title="Não foi possível carregar os totais por seguradora."
          reason={errorMessage ?? "Eles não puderam ser lidos."}
          onRetry={() => {
            onRetry();
            heading.current?.focus();
          }}
        />
      )}
    </Part>
  );
}

/** The loading state of the card. */
export function SeguradorasSkeleton() {
  return (
    <Part name={NAME} note={NOTE} isHidden>
      {Array.from({ length: 12 }, (_, row) => (
        <Skeleton key={row} height="1.75rem" margin="0 0 0.5rem" />
      ))}
    </Part>
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
      listOf={(statuses, row) => ({ statuses, seguradora: row?.key, periodo: monthOf(today()) })}
      isHeatMap
    />
  );
}
