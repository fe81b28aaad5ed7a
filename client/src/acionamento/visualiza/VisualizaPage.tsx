import "./visualiza.css";
import "./visualizaPrint.css";
import { Button } from "@mantine/core";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { serverNow } from "../../clock.ts";
import { isProduction } from "../../environment.ts";
import { formatInstant } from "../../format/date.ts";
import { VisualizaLiveDocument } from "../../gql/graphql.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { useLive } from "../../graph/useLive.ts";
import { displayName, useSession } from "../../session.ts";
import { viewAddress } from "../../shell/addresses.ts";
import { QueryBoundary } from "../../ui/QueryBoundary.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { LiveNotice } from "../../ui/LiveNotice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/Notice.tsx";
import { useIsPrinting } from "../../ui/useIsPrinting.ts";
import { PageHeader, PageTitle } from "../../ui/PageHeader.tsx";
import { OutdatedNotice } from "../OutdatedNotice.tsx";
import { SinistroForm } from "../SinistroForm.tsx";
import type { loadVisualiza } from "./visualiza.query.ts";
import { VisualizaDetails, VisualizaHistorico, VisualizaProcedimentos, VisualizaSegurado } from "./VisualizaCards.tsx";
import { VisualizaNeighbours, VisualizaSummary } from "./VisualizaSummary.tsx";

const NOT_LOADED = "Não foi possível carregar o acionamento.";

export function VisualizaPage() {
  const loaded = useLoaderData<typeof loadVisualiza>();
  if (!loaded) return <WithoutNumber />;
  const { sinistro, queryRef } = loaded;
  return (
    <div className="page visualiza">
      <Letterhead />
      <header className="page-header visualiza-title">
        {/* Keyed by claim number, so that the heading gets the focus again. */}
        <PageTitle key={sinistro}>{`Sinistro ${sinistro}`}</PageTitle>
        <CopyButton text={sinistro} label="Copiar número" done="Número copiado." />
        <VisualizaNeighbours sinistro={sinistro} />
      </header>
      <QueryBoundary key={sinistro} queryRef={queryRef} skeleton={<ViewSkeleton />} errorTitle={NOT_LOADED}>
        {({ acionamento }, error, isLoading) => {
          if (!acionamento) {
            if (isLoading) return <ViewSkeleton />;
            const isUnknown = acionamento === null && errorMessageAt(error, "acionamento") === undefined;
            if (!isUnknown) return <ErrorState title={NOT_LOADED} error={error} />;
            return <Unknown sinistro={sinistro} />;
          }
          return (
            <>
              <OutdatedNotice error={error} field="acionamento" />
              <FollowNotice sinistro={sinistro} />
              <VisualizaSummary acionamento={acionamento} error={error} />
              <div className="visualiza-columns">
                <div>
                  <VisualizaDetails acionamento={acionamento} />
                  <VisualizaProcedimentos acionamento={acionamento} />
                </div>
                <div>
                  <VisualizaSegurado acionamento={acionamento} error={error} />
                  <VisualizaHistorico acionamento={acionamento} />
                </div>
              </div>
            </>
          );
        }}
      </QueryBoundary>
    </div>
  );
}

/** Header of the printed page: product, user and time. */
function Letterhead() {
  const usuario = useSession()?.usuario;
  const isPrinting = useIsPrinting();
  return (
    <div className="visualiza-letterhead">
      <Logo />
      <p>
        Assistência pet{!isProduction && " · Homologação"}
        <br />
        {isPrinting &&
          `Impresso em ${formatInstant(new Date(serverNow()).toISOString())} por ${usuario ? displayName(usuario) : ""}`}
      </p>
    </div>
  );
}

function Unknown({ sinistro }: { readonly sinistro: string }) {
  return (
    <section className="card">
      <EmptyState
        // It may replace one that was shown.
        role="alert"
        title="Acionamento não encontrado"
        action={
          <>
            <SinistroForm key={sinistro} initial={sinistro} action="Abrir" addressOf={viewAddress} />
            <Button component={Link} to="/consulta-acionamento" variant="default" mt="sm">
              Consultar acionamentos
            </Button>
          </>
        }
      >
        {`Nenhum acionamento tem o sinistro ${sinistro}. Confira o número.`}
      </EmptyState>
    </section>
  );
}

function WithoutNumber() {
  return (
    <div className="page page-narrow">
      <PageHeader title="Ver acionamento">Pelo número do sinistro, com ou sem pontuação.</PageHeader>
      <section className="card">
        <SinistroForm isFocused action="Abrir" addressOf={viewAddress} />
      </section>
    </div>
  );
}

/** Follows the acionamento. The parts of the view read it from the cache. */
function FollowNotice({ sinistro }: { readonly sinistro: string }) {
  const { revalidate } = useRevalidator();
  const live = useLive(
    VisualizaLiveDocument,
    { sinistro },
    {
      onEvent: ({ data, error }) => {
        // It is gone; with an error it could not be read, and what is shown stays.
        if (data?.acionamento === null && !error) void revalidate();
        return data?.acionamento ? "O acionamento mudou." : undefined;
      },
    },
  );
  return <LiveNotice {...live} />;
}

/** The loading state of the view, with the same layout. */
function ViewSkeleton() {
  return (
    <>
      <section className="card row visualiza-summary" aria-busy="true">
        <div className="visualiza-figures">
          {["Status", "Seguradora", "Total"].map((figure) => (
            <Skeleton key={figure} height="2.875rem" width="8rem" />
          ))}
        </div>
        <Skeleton height={36} width={126} />
      </section>
      <div className="visualiza-columns">
        <div>
          <CardSkeleton title="Dados" height="11rem" />
          <CardSkeleton title="Procedimentos" height="13rem" />
        </div>
        <div>
          <CardSkeleton title="Segurado e pet" height="20rem" />
          <CardSkeleton title="Histórico" height="26rem" />
        </div>
      </div>
    </>
  );
}

function CardSkeleton({ title, height }: { readonly title: string; readonly height: string }) {
  return (
    <section className="card" aria-busy="true">
      <h2>{title}</h2>
      <Skeleton height={height} />
    </section>
  );
}
