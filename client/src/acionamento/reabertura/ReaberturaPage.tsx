import "./reabertura.css";
import { useLoaderData, useLocation, useRevalidator } from "react-router";
import { errorMessageAt } from "../../graph/errors.ts";
import { QueryBoundary } from "../../ui/QueryBoundary.tsx";
import { ErrorState } from "../../ui/StateNotice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { reopenAddress, sinistroIn } from "../address.ts";
import { SinistroForm } from "../SinistroForm.tsx";
import { Refused } from "./Refused.tsx";
import type { loadReabertura } from "./reabertura.query.ts";
import { ReaberturaForm } from "./ReaberturaForm.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** Reopens the acionamento in the address, if the services allow it. */
export function ReaberturaPage() {
  const queryRef = useLoaderData<Awaited<ReturnType<typeof loadReabertura>>>();
  const { revalidate } = useRevalidator();
  const sinistro = sinistroIn(useLocation().search);
  return (
    <div className="page page-narrow">
      <PageHeader title="Reabrir acionamento" />
      {queryRef === null ? (
        <section className="card reabertura-other">
          <p>Informe o sinistro que deve ser reaberto.</p>
          <SinistroForm addressOf={reopenAddress}>Continuar</SinistroForm>
        </section>
      ) : (
        <QueryBoundary
          key={sinistro}
          queryRef={queryRef}
          skeleton={<Loading />}
          errorTitle="Não foi possível consultar a reabertura."
        >
          {({ reabertura }, error) => {
            switch (reabertura?.__typename) {
              case "Acionamento":
                return <ReaberturaForm acionamento={reabertura} loadError={error} />;
              case "Recusa":
                return <Refused sinistro={sinistro} reason={reabertura.mensagem} />;
              case undefined:
                return (
                  <ErrorState
                    title="Não foi possível consultar a reabertura."
                    reason={errorMessageAt(error, "reabertura") ?? "O serviço não respondeu. Tente novamente."}
                    onRetry={() => void revalidate()}
                  />
                );
            }
          }}
        </QueryBoundary>
      )}
    </div>
  );
}

/** The loading state. */
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
