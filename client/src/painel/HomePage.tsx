import "./painel.css";
import "./chart.css";
import "./table.css";
import { NetworkStatus } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { useApolloClient, useReadQuery } from "@apollo/client/react";
import { Suspense, useEffect, useState } from "react";
import { useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { FilaDocument, type HomeQuery, PainelLiveDocument, TotaisPorMesDocument } from "../gql/graphql.ts";
import { messageOf } from "../graph/errors.ts";
import { useLive } from "../graph/useLive.ts";
import { markMenuFailed, needsMenu } from "../shell/menu.ts";
import { useMayHandle } from "../shell/permission.ts";
import { LiveNotice } from "../ui/LiveNotice.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { ErrorState } from "../ui/StateNotice.tsx";
import { useAnnouncement } from "../ui/useAnnouncement.ts";
import { FilaCards, FilaSkeleton } from "./FilaCards.tsx";
import { chosenYear, lastMonth, type loadHome } from "./home.query.ts";
import { LoadedAt, RefreshButton } from "./LoadedAt.tsx";
import { MonthsCard, MonthsSkeleton } from "./MonthsCard.tsx";
import { SeguradorasCard, SeguradorasSkeleton } from "./SeguradorasCard.tsx";
import { TotalCards, TotalsSkeleton } from "./TotalCards.tsx";

/** The dashboard. */
export function HomePage() {
  const queryRef = useLoaderData<ReturnType<typeof loadHome>>();
  return (
    <div className="page painel">
      <Suspense fallback={<Loading />}>
        <Home queryRef={queryRef} />
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
      <HomeSkeleton />
    </>
  );
}

function HomeSkeleton() {
  return (
    <>
      <TotalsSkeleton />
      <FilaSkeleton />
      <MonthsSkeleton />
      <SeguradorasSkeleton />
    </>
  );
}

/** Figures that could not be read again stay; each part says so. */
function Home({ queryRef }: { readonly queryRef: ReturnType<typeof loadHome> }) {
  const [search] = useSearchParams();
  const ano = chosenYear(search);
  const { data, error, networkStatus } = useReadQuery(queryRef);
  const { revalidate } = useRevalidator();
  // The query reference that was reloaded, until the router has its successor.
  const [reloaded, setReloaded] = useState<typeof queryRef>();
  const isLoading = reloaded === queryRef || networkStatus < NetworkStatus.ready;
  const live = useLivePainel(ano, data !== undefined);
  const hasFailed = data === undefined;
  useEffect(() => {
    if (hasFailed && needsMenu()) markMenuFailed();
  }, [hasFailed]);

  const refresh = () => {
    if (isLoading) return;
    setReloaded(queryRef);
    void revalidate();
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
        <>
          <TotalCards
            painel={data.painel}
            statuses={statusesOf(data)}
            openedBefore={openedBefore(data)}
            onRetry={refresh}
          />
          <FilaCards />
          <MonthsCard ano={ano} />
          <SeguradorasCard totals={data.painel.statusPorSeguradoraNoMes} onRetry={refresh} />
        </>
      ) : isLoading ? (
        <HomeSkeleton />
      ) : (
        <div className="card">
          <ErrorState title="Não foi possível carregar o painel." reason={messageOf(error)} onRetry={refresh} />
        </div>
      )}
    </>
  );
}

/** The figures, and the totals of a year, as they change. */
function useLivePainel(ano: number, isReady: boolean) {
  const client = useApolloClient();
  const isHandling = useMayHandle();
  const [announcement, announce] = useAnnouncement();
  const state = useLive(
    PainelLiveDocument,
    { ano },
    {
      isReady,
      // The figures that came without an error are written to the cache.
      errorPolicy: "all",
      onEvent: ({ data, isFirst }) => {
        const totaisPorStatus = data?.painel.totaisPorStatus;
        if (totaisPorStatus) {
          const totals = { __typename: "Query", totaisPorStatus } as const;
          client.writeQuery({ query: TotaisPorMesDocument, variables: { ano }, data: totals });
        }
        if (isFirst) return;
        // What changed the figures may have changed the queue.
        if (isHandling) void client.refetchQueries({ include: [FilaDocument] });
        announce("Os números mudaram.");
      },
    },
  );
  return { state, announcement };
}

/** The statuses that the figures know: those of this month, and those of the year too. */
function statusesOf({ painel, totaisPorStatus }: HomeQuery) {
  const ofMonth = (painel.statusPorSeguradoraNoMes ?? []).flatMap(({ totais }) => totais.map(({ status }) => status));
  const ofYear = (totaisPorStatus ?? []).map(({ status }) => status);
  const codes = (statuses: typeof ofMonth) => [...new Set(statuses.map(({ codigo }) => codigo))].toSorted();
  return { ofMonth: codes(ofMonth), ofYear: codes([...ofMonth, ...ofYear]) };
}

/** How many were opened in the month before this one: its year is that of the chart, or came beside it. */
function openedBefore({ totaisPorStatus, anoDoMesAnterior }: HomeQuery): number | undefined {
  const ofMonth = (anoDoMesAnterior ?? totaisPorStatus)?.filter(({ mes }) => mes === lastMonth().mes);
  return ofMonth?.reduce((sum, { quantidade }) => sum + quantidade, 0);
}
