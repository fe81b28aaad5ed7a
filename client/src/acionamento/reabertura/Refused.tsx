import { useQuery } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { Link } from "react-router";
import { showAlert } from "../../ui/overlays.ts";
import { reopenAddress, viewAddress } from "../address.ts";
import { SinistroForm } from "../SinistroForm.tsx";
import { AcionamentoExistsDocument } from "../../gql/graphql.ts";

/** The services' reason for a refusal, with alternatives. An unknown number has no view to link to. */
export function Refused({ sinistro, reason }: { readonly sinistro: string; readonly reason: string }) {
  const { data, loading } = useQuery(AcionamentoExistsDocument, { variables: { sinistro }, errorPolicy: "all" });
  const isUnknown = data?.acionamento === null;

  useEffect(() => {
    if (!loading && !isUnknown) showAlert(reason);
  }, [loading, isUnknown, reason]);

  if (loading) return null;
  return (
    <section className="card reabertura-refused">
      {isUnknown ? (
        <h2>Nenhum acionamento tem o sinistro {sinistro}.</h2>
      ) : (
        <>
          <h2>O sinistro {sinistro} não pode ser reaberto.</h2>
          <p>{reason}</p>
          <Button component={Link} to={viewAddress(sinistro)} variant="default">
            Ver o sinistro
          </Button>
        </>
      )}
      <div className="reabertura-other">
        <p>{isUnknown ? "Confira o número, ou informe outro." : "Ou informe outro sinistro."}</p>
        <SinistroForm addressOf={reopenAddress}>Continuar</SinistroForm>
      </div>
    </section>
  );
}
