import { useQuery } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { Link, useLoaderData, useLocation } from "react-router";
import { AcionamentoKeyDocument } from "../../gql/graphql.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { reopenAddress, viewAddress } from "../../shell/addresses.ts";
import { showAlert } from "../../ui/overlays.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { QueryBoundary } from "../../ui/QueryBoundary.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ErrorState } from "../../ui/Notice.tsx";
import { sinistroIn } from "../address.ts";
import { DraftChooser } from "../form/DraftChooser.tsx";
import { OutdatedNotice } from "../OutdatedNotice.tsx";
import { SinistroForm } from "../SinistroForm.tsx";
import type { loadReabertura } from "./reabertura.query.ts";
import { ReaberturaForm } from "./ReaberturaForm.tsx";

const NOT_LOADED = "Não foi possível consultar a reabertura.";

/** Reopens the acionamento in the address, if the services allow it. */
export function ReaberturaPage() {
  const queryRef = useLoaderData<Awaited<ReturnType<typeof loadReabertura>>>();
  const sinistro = sinistroIn(useLocation().search);
  return (
    <div className="page page-narrow">
      <PageHeader title="Reabrir acionamento" />
      {queryRef === null ? (
        <section className="card fields">
          <p className="soft">Informe o sinistro que deve ser reaberto.</p>
          <SinistroForm action="Continuar" addressOf={reopenAddress} />
        </section>
      ) : (
        <QueryBoundary key={sinistro} queryRef={queryRef} skeleton={<Loading />} errorTitle={NOT_LOADED}>
          {({ reabertura }, error) => {
            switch (reabertura?.__typename) {
              case "Acionamento":
                return (
                  <>
                    <OutdatedNotice error={error} field="reabertura" />
                    <DraftChooser form={`reabertura-${reabertura.sinistro}`}>
                      {(draft) => <ReaberturaForm draftName={draft} old={reabertura} loadError={error} />}
                    </DraftChooser>
                  </>
                );
              case "Recusa":
                return <Refused sinistro={sinistro} reason={reabertura.mensagem} />;
              case undefined:
                return <ErrorState title={NOT_LOADED} error={error} reason={errorMessageAt(error, "reabertura")} />;
            }
          }}
        </QueryBoundary>
      )}
    </div>
  );
}

/** The services' reason for a refusal, with alternatives. An unknown number has no view to link to. */
function Refused({ sinistro, reason }: { readonly sinistro: string; readonly reason: string }) {
  const { data, error, loading } = useQuery(AcionamentoKeyDocument, {
    variables: { sinistro },
    errorPolicy: "all",
    // Not cached: the view would show this part as if it were the whole acionamento.
    fetchPolicy: "no-cache",
  });
  // A field that could not be read is null too.
  const isUnknown = data?.acionamento === null && errorMessageAt(error, "acionamento") === undefined;

  useEffect(() => {
    if (!loading && !isUnknown) showAlert(reason);
  }, [loading, isUnknown, reason]);

  if (loading) return null;
  return (
    <section className="card fields">
      {isUnknown ? (
        <h2>Nenhum acionamento tem o sinistro {sinistro}.</h2>
      ) : (
        <>
          <h2>O sinistro {sinistro} não pode ser reaberto.</h2>
          <p className="soft">{reason}</p>
          <Button component={Link} to={viewAddress(sinistro)} variant="default" w="fit-content">
            Ver o sinistro
          </Button>
        </>
      )}
      <p className="soft">{isUnknown ? "Confira o número, ou informe outro." : "Ou informe outro sinistro."}</p>
      <SinistroForm action="Continuar" addressOf={reopenAddress} />
    </section>
  );
}

function Loading() {
  return (
    <div className="form" role="status" aria-label="Carregando o acionamento">
      <Skeleton height={30} width="12rem" />
      <Skeleton height={196} />
      <Skeleton height={190} />
      <Skeleton height={320} />
    </div>
  );
}
