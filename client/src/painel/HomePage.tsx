import "./painel.css";
import "./chart.css";
import "./table.css";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useCachedFragment } from "../graph/useCachedFragment.ts";
import { ErrorState } from "../ui/StateNotice.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { FilaCards } from "./FilaCards.tsx";
import { MonthsCard } from "./MonthsCard.tsx";
import { refresh, showYear, usePainel } from "./painelStore.ts";
import { LoadedAt, RefreshButton } from "./LoadedAt.tsx";
import { SeguradorasCard } from "./SeguradorasCard.tsx";
import { AbertosHoje, AbertosNoMes, FaturadosNoMes, SeguradorasAtivas } from "./TotalCards.tsx";
import { monthStatuses, useKnownStatuses } from "./statuses.ts";
import { useLivePainel } from "./useLivePainel.ts";
import { chosenYear } from "./year.ts";
import { PainelFragmentDoc } from "../gql/graphql.ts";

/** The dashboard. Each part has its own fragment and error state. */
export function HomePage() {
  const [search] = useSearchParams();
  const ano = chosenYear(search);
  const isLoading = usePainel((painel) => painel.isLoading);
  const loadError = usePainel((painel) => painel.loadError);
  const { data, complete } = useCachedFragment({
    fragment: PainelFragmentDoc,
    fragmentName: "Painel",
    from: "ROOT_QUERY",
  });
  const painel = complete ? data.painel : null;
  const ofMonth = monthStatuses(painel);
  const known = useKnownStatuses(ofMonth);
  const live = useLivePainel(ano, painel);
  // The loader has loaded the initial year already.
  useEffect(() => showYear(ano), [ano]);

  return (
    <div className="page painel">
      <PageHeader title="Início" actions={<RefreshButton />}>
        <LoadedAt live={live} />
      </PageHeader>
      {!painel && loadError !== null && !isLoading ? (
        <div className="card">
          <ErrorState title="Não foi possível carregar o painel." reason={loadError} onRetry={refresh} />
        </div>
      ) : (
        <>
          <div className="painel-totals">
            <AbertosHoje painel={painel} statuses={ofMonth} />
            <AbertosNoMes painel={painel} statuses={ofMonth} />
            <FaturadosNoMes painel={painel} statuses={known} />
            <SeguradorasAtivas painel={painel} />
          </div>
          <FilaCards />
          <MonthsCard ano={ano} />
          <SeguradorasCard painel={painel} />
        </>
      )}
    </div>
  );
}
