import "./painel.css";
import "./chart.css";
import "./table.css";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { useApolloClient } from "@apollo/client/react";
import { Suspense } from "react";
import { useLoaderData, useSearchParams } from "react-router";
import { today } from "../format/date.ts";
import { FilaDocument, type HomeQuery, PainelLiveDocument, TotaisPorMesDocument } from "../gql/graphql.ts";
import { useLive } from "../graph/useLive.ts";
import { useMayHandle } from "../shell/permission.ts";
import { LiveNotice } from "../ui/LiveNotice.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useScreenQuery } from "../ui/QueryBoundary.tsx";
import { ErrorState } from "../ui/Notice.tsx";
import { useAnnouncement } from "../ui/useAnnouncement.ts";
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
  const isWaiting = data === undefined;
  return (
    <>
      <TotalCards painel={painel} statuses={statusesOf(data)} openedBefore={openedBefore(data)} onRetry={onRetry} />
      <FilaCards data={data} onRetry={onRetry} />
      <MonthsCard ano={chosenYear(search)} isWaiting={isWaiting} />
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
  const live = useLivePainel({ ano: chosenYear(search), fila, isReady: data !== undefined, reload });
  const refresh = () => {
    if (!isLoading) reload();
  };
  // The events of a stream are newer than a query that failed.
  const isOld = Boolean(error) && !CombinedGraphQLErrors.is(error) && live.state !== "open";
  return (
    <>
      <PageHeader title="Início" actions={<RefreshButton isLoading={isLoading} onRefresh={refresh} />}>
        <LoadedAt isOld={isOld} isLive={live.state === "open"}>
          <LiveNotice {...live} />
        </LoadedAt>
      </PageHeader>
      {data ? (
        <Cards data={data} onRetry={refresh} />
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

interface LivePainelOptions extends Pick<HomeData, "fila"> {
  readonly ano: number;
  readonly isReady: boolean;
  reload(): void;
}

/** The figures, and the totals of a year, as they change. */
function useLivePainel({ ano, fila, isReady, reload }: LivePainelOptions) {
  const client = useApolloClient();
  const isHandling = useMayHandle();
  const [announcement, announce] = useAnnouncement();

  /** Reads the new day's fila before reloading: if the reload fails, the cache still has every figure. */
  async function readFila(isNewDay: boolean) {
    const options = { fetchPolicy: "network-only", errorPolicy: "all" } as const;
    const variables = { ...fila, hoje: today() };
    const { data } = await client.query({ query: FilaDocument, variables, ...options });
    if (data && isNewDay) reload();
  }

  const state = useLive(
    PainelLiveDocument,
    { ano },
    {
      isReady,
      onEvent: ({ data, isChange, mayHaveChanged }) => {
        const totaisPorStatus = data?.painel.totaisPorStatus;
        if (totaisPorStatus) {
          const totals = { __typename: "Query", totaisPorStatus } as const;
          client.writeQuery({ query: TotaisPorMesDocument, variables: { ano }, data: totals });
        }
        // The day changed: midnight passed, or the gateway's clock differs from this computer's.
        const isNewDay = fila.hoje !== today();
        if (isNewDay && !isHandling) reload();
        // What changed the figures may have changed the fila. Lists that cannot be read stay as they are.
        else if (isHandling && (isNewDay || mayHaveChanged)) void readFila(isNewDay).catch(() => undefined);
        if (isChange) announce("Os números mudaram.");
      },
    },
  );
  return { state, announcement };
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
