import { Button, Skeleton, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { Link, useLoaderData, useLocation, useNavigate, useRevalidator } from "react-router";
import { cleanSinistro } from "../../format/pasted.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { QueryBoundary } from "../../ui/QueryBoundary.tsx";
import { showAlert } from "../../ui/overlays.ts";
import { ErrorState } from "../../ui/StateNotice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { reopenAddress, sinistroIn, viewAddress } from "../address.ts";
import type { loadReabertura } from "./reabertura.query.ts";
import { ReaberturaForm } from "./ReaberturaForm.tsx";

/** Reopens the acionamento in the address, if the services allow it. */
export function ReaberturaPage() {
  const queryRef = useLoaderData<Awaited<ReturnType<typeof loadReabertura>>>();
  const { revalidate } = useRevalidator();
  const sinistro = sinistroIn(useLocation().search);
  return (
    <div className="page">
      <PageHeader title="Reabrir acionamento" />
      {queryRef === null ? (
        <section className="card">
          <OtherSinistro text="Informe o sinistro que deve ser reaberto." />
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
                return (
                  <ReaberturaForm acionamento={reabertura} errorMessage={errorMessageAt(error, "procedimentos")} />
                );
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

/** The services' reason for a refusal, with alternatives. */
function Refused({ sinistro, reason }: { readonly sinistro: string; readonly reason: string }) {
  useEffect(() => showAlert(reason), [reason]);
  return (
    <section className="card reabertura-refused">
      <h2>O sinistro {sinistro} não pode ser reaberto.</h2>
      <p>{reason}</p>
      <Button component={Link} to={viewAddress(sinistro)} variant="default">
        Ver o sinistro
      </Button>
      <OtherSinistro text="Ou informe outro sinistro." />
    </section>
  );
}

function OtherSinistro({ text }: { readonly text: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const sinistro = cleanSinistro(typed);
    if (sinistro === "") setProblem("Informe o número do sinistro.");
    else void navigate(reopenAddress(sinistro));
  }

  return (
    <form className="reabertura-sinistro" noValidate onSubmit={submit}>
      <p>{text}</p>
      <TextInput
        label="Número do sinistro"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit">Continuar</Button>
    </form>
  );
}
