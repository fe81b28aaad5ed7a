import "./visualiza.css";
import "./VisualizaHistorico.css";
import "./VisualizaProcedimentos.css";
import "./visualizaPrint.css";
import { Button } from "@mantine/core";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { errorMessageAt, hasFailed, messageOf } from "../../graph/errors.ts";
import { QueryBoundary } from "../../ui/QueryBoundary.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { EmptyState, ErrorState } from "../../ui/StateNotice.tsx";
import { PageHeader, PageTitle } from "../../ui/PageHeader.tsx";
import { viewAddress } from "../address.ts";
import { SinistroForm } from "../SinistroForm.tsx";
import type { loadVisualiza } from "./visualiza.query.ts";
import { VisualizaActions, VisualizaNeighbours } from "./VisualizaActions.tsx";
import { VisualizaDetails } from "./VisualizaDetails.tsx";
import { VisualizaHistorico } from "./VisualizaHistorico.tsx";
import { VisualizaLiveNotice } from "./VisualizaLiveNotice.tsx";
import { VisualizaLetterhead } from "./VisualizaLetterhead.tsx";
import { RetryButton } from "./VisualizaParts.tsx";
import { VisualizaProcedimentos } from "./VisualizaProcedimentos.tsx";
import { VisualizaSegurado } from "./VisualizaSegurado.tsx";
import { VisualizaSkeleton } from "./VisualizaSkeleton.tsx";
import { VisualizaSummary } from "./VisualizaSummary.tsx";

/** All data of an acionamento. */
export function VisualizaPage() {
  const loaded = useLoaderData<typeof loadVisualiza>();
  if (!loaded) return <WithoutNumber />;
  const { sinistro, queryRef } = loaded;
  return (
    <div className="page visualiza">
      <VisualizaLetterhead />
      <header className="visualiza-title">
        {/* Keyed by claim number, so that the heading gets the focus again. */}
        <PageTitle key={sinistro}>{`Sinistro ${sinistro}`}</PageTitle>
        <CopyButton text={sinistro} label="Copiar número" done="Número copiado." />
        <VisualizaNeighbours sinistro={sinistro} />
      </header>
      <QueryBoundary
        key={sinistro}
        queryRef={queryRef}
        skeleton={<VisualizaSkeleton />}
        errorTitle="Não foi possível carregar o acionamento."
      >
        {({ acionamento }, error) => {
          // A partial cache result may lack it: it is loading or has failed.
          if (acionamento === undefined && !error) return <VisualizaSkeleton />;
          if (!acionamento) {
            const isUnknown = acionamento === null && errorMessageAt(error, "acionamento") === undefined;
            if (!isUnknown) return <NotRead error={error} />;
            return (
              <>
                <VisualizaLiveNotice key="live" sinistro={sinistro} isUnknown />
                <Unknown sinistro={sinistro} />
              </>
            );
          }
          return (
            <>
              {Boolean(error) && (errorMessageAt(error) === undefined || hasFailed(error, "acionamento")) && (
                <p role="status" className="visualiza-stale">
                  O servidor não respondeu: estes dados podem não ser os mais recentes. <RetryButton />
                </p>
              )}
              {/* With its key, the stream stays open if the acionamento appears or is gone. */}
              <VisualizaLiveNotice key="live" sinistro={sinistro} />
              <VisualizaSummary acionamento={acionamento} error={error}>
                <VisualizaActions acionamento={acionamento} />
              </VisualizaSummary>
              <div className="visualiza-columns">
                <div className="visualiza-column">
                  <VisualizaDetails acionamento={acionamento} />
                  <VisualizaProcedimentos acionamento={acionamento} />
                </div>
                <div className="visualiza-column">
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

/** Shown for an unknown claim number. */
function Unknown({ sinistro }: { readonly sinistro: string }) {
  return (
    <section className="card">
      <EmptyState
        title="Acionamento não encontrado"
        action={
          <div className="visualiza-way-on">
            <SinistroForm key={sinistro} initial={sinistro} addressOf={viewAddress}>
              Abrir
            </SinistroForm>
            <Button component={Link} to="/consulta-acionamento" variant="default">
              Consultar acionamentos
            </Button>
          </div>
        }
      >
        {`Nenhum acionamento tem o sinistro ${sinistro}. Confira o número.`}
      </EmptyState>
    </section>
  );
}

function NotRead({ error }: { readonly error: unknown }) {
  const { revalidate } = useRevalidator();
  return (
    <section className="card">
      <ErrorState
        title="Não foi possível carregar o acionamento."
        reason={messageOf(error)}
        onRetry={() => void revalidate()}
      />
    </section>
  );
}

/** Shown without a claim number in the address. */
function WithoutNumber() {
  return (
    <div className="page">
      <PageHeader title="Ver acionamento">Pelo número do sinistro, com ou sem pontuação.</PageHeader>
      <section className="card visualiza-ask">
        <SinistroForm isFirst addressOf={viewAddress}>
          Abrir
        </SinistroForm>
      </section>
    </div>
  );
}
