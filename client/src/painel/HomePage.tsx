import "./painel.css";
import "./chart.css";
import "./table.css";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { Suspense } from "react";
import { useLoaderData, useSearchParams } from "react-router";
import { today } from "../format/date.ts";
import { FilaDocument, type HomeQuery, PainelLiveDocument, TotaisDoAnoDocument } from "../gql/graphql.ts";
import { client } from "../graph/client.ts";
import { useLive } from "../graph/useLive.ts";
import { useMayHandle } from "../shell/permission.ts";
import { LiveNotice } from "../ui/LiveNotice.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { ErrorState } from "../ui/Notice.tsx";
import { useKept, useScreenQuery } from "../ui/QueryBoundary.tsx";
import { FilaCards } from "./FilaCards.tsx";
import { chosenYear, type HomeData, lastMonth } from "./home.query.ts";
import { LoadedAt, RefreshButton } from "./LoadedAt.tsx";
import { MonthsCard } from "./MonthsCard.tsx";
import { SeguradorasCard } from "./SeguradorasCard.tsx";
import { TotalCards } from "./TotalCards.tsx";

export function HomePage() {
  const data = useLoaderData<HomeData>();
  return (
    <div className="page painel">
      <Suspense fallback={<Loading />}>
        <Home {...data} />
      </Suspense>
    </div>
  );
}

function Loading() {
  return (
    <>
      <PageHeader title="Início">
        <span className="painel-read-at">Carregando…</span>
      </PageHeader>
      <Skeletons />
    </>
  );
}

/** The cards as skeletons. */
function Skeletons() {
  return (
    <div className="painel-waiting" inert aria-hidden>
      <Cards data={undefined} onRetry={() => undefined} />
    </div>
  );
}

function Cards({ data, onRetry }: { readonly data: HomeQuery | undefined; onRetry(): void }) {
  const [search] = useSearchParams();
  const painel = data?.painel;
  return (
    <>
      <TotalCards painel={painel} statuses={statusesOf(data)} openedBefore={openedBefore(data)} onRetry={onRetry} />
      <FilaCards data={data} onRetry={onRetry} />
      <MonthsCard ano={chosenYear(search)} isWaiting={data === undefined} />
      <SeguradorasCard totals={painel?.statusPorSeguradoraNoMes} onRetry={onRetry} />
    </>
  );
}

/**
 * Figures that could not be read again stay; each part says so. Not in a `QueryBoundary`: the header tells of the query too,
 * also where it has failed.
 */
function Home({ queryRef, fila }: HomeData) {
  const [search] = useSearchParams();
  const { data, error, isLoading, reload } = useScreenQuery(queryRef);
  const shown = useKept(data);
  const live = useLivePainel({ ano: chosenYear(search), fila: data && fila, isReady: shown !== undefined, reload });
  const refresh = () => {
    if (!isLoading) reload();
  };
  // The events of a stream are newer than a query that failed, but not seen in what is kept of the one before.
  const isLive = live.state === "open" && data !== undefined;
  const isOld = Boolean(error) && !CombinedGraphQLErrors.is(error) && !isLive;
  return (
    <>
      <PageHeader title="Início" actions={<RefreshButton isLoading={isLoading} onRefresh={refresh} />}>
        <LoadedAt isOld={isOld} isLive={isLive}>
          <LiveNotice {...live} />
        </LoadedAt>
      </PageHeader>
      {shown ? (
        <Cards data={shown} onRetry={refresh} />
      ) : isLoading ? (
        <Skeletons />
      ) : (
        <div className="card">
          <ErrorState title="Não foi possível carregar o painel." error={error} onRetry={refresh} />
        </div>
      )}
    </>
  );
}

interface LivePainelOptions {
  readonly ano: number;
  /** The variables of the fila that was loaded; none after a reload that failed as a whole. */
  readonly fila: HomeData["fila"] | undefined;
  readonly isReady: boolean;
  reload(): void;
}

/** The figures, and the totals of a year, as they change. */
function useLivePainel({ ano, fila, isReady, reload }: LivePainelOptions) {
  const isHandling = useMayHandle();
  return useLive(
    PainelLiveDocument,
    { ano },
    {
      isReady,
      onEvent: ({ data, mayHaveChanged }) => {
        const totaisPorStatus = data?.painel.totaisPorStatus;
        if (totaisPorStatus) {
          const totals = { __typename: "Query", totaisPorStatus } as const;
          client.writeQuery({ query: TotaisDoAnoDocument, variables: { ano }, data: totals });
        }
        // The day changed: midnight passed, or the gateway's clock differs from this computer's.
        if (fila?.hoje !== today()) reload();
        // What changed the figures may have changed the fila.
        else if (isHandling && mayHaveChanged) void readFila(fila);
        return "Os números mudaram.";
      },
    },
  );
}

/** Lists that cannot be read stay as they are. */
async function readFila(variables: HomeData["fila"]): Promise<void> {
  const query = client.query({ query: FilaDocument, variables, fetchPolicy: "network-only", errorPolicy: "all" });
  await query.catch(() => undefined);
}

/** Status codes for the lists that totals open: of this month, and also of the chart's year and last month's year. */
function statusesOf(data: HomeQuery | undefined) {
  const ofInsurers = data?.painel.statusPorSeguradoraNoMes ?? [];
  const ofMonth = ofInsurers.flatMap(({ totais }) => totais.map(({ status }) => status));
  const ofYears = [...(data?.totaisPorStatus ?? []), ...(data?.anoDoMesAnterior ?? [])].map(({ status }) => status);
  const codes = (statuses: typeof ofMonth) => [...new Set(statuses.map(({ codigo }) => codigo))].toSorted();
  return { ofMonth: codes(ofMonth), ofYears: codes([...ofMonth, ...ofYears]) };
}

/** How many were opened in the month before this one. Its year came beside that of the chart, unless it is the same. */
function openedBefore(data: HomeQuery | undefined): number | undefined {
  const totals = data?.anoDoMesAnterior === undefined ? data?.totaisPorStatus : data.anoDoMesAnterior;
  const ofMonth = totals?.filter(({ mes }) => mes === lastMonth().mes);
  return ofMonth?.reduce((sum, { quantidade }) => sum + quantidade, 0);
}
