import { Button } from "@mantine/core";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { faultAt } from "../graph/fault.ts";
import { Answer } from "../ui/Answer.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Empty, Failed } from "../ui/Notice.tsx";
import { PageTitle } from "../ui/PageHeader.tsx";
import type { loadVisualiza } from "./visualiza.query.ts";
import { VisualizaDados } from "./VisualizaDados.tsx";
import { VisualizaHistorico } from "./VisualizaHistorico.tsx";
import { VisualizaPedido } from "./VisualizaPedido.tsx";
import { VisualizaPessoa } from "./VisualizaPessoa.tsx";
import { VisualizaProcedimentos } from "./VisualizaProcedimentos.tsx";
import { VisualizaResumo } from "./VisualizaResumo.tsx";
import { VisualizaSkeleton } from "./VisualizaSkeleton.tsx";
import { VisualizaTimbre } from "./VisualizaTimbre.tsx";

/** One acionamento, whole. */
export function VisualizaPage() {
  const loaded = useLoaderData<typeof loadVisualiza>();
  if (!loaded) return <WithoutNumber />;
  const { sinistro, asked } = loaded;
  return (
    <div className="page visualiza">
      <VisualizaTimbre />
      <header className="visualiza-title">
        <PageTitle>{`Sinistro ${sinistro}`}</PageTitle>
        <CopyButton text={sinistro} label="Copiar número" done="Número copiado." />
      </header>
      <Answer asked={asked} skeleton={<VisualizaSkeleton />} failed="Não foi possível carregar o acionamento.">
        {({ acionamento }, error) => {
          // Of what the cache has, this may not be a part.
          if (acionamento === undefined) return <VisualizaSkeleton />;
          if (acionamento === null) return <Missing sinistro={sinistro} fault={faultAt(error, "acionamento")} />;
          return (
            <>
              <VisualizaResumo acionamento={acionamento} error={error} />
              <div className="visualiza-columns">
                <div className="visualiza-column">
                  <VisualizaDados acionamento={acionamento} />
                  <VisualizaProcedimentos acionamento={acionamento} />
                </div>
                <div className="visualiza-column">
                  <VisualizaPessoa acionamento={acionamento} error={error} />
                  <VisualizaHistorico acionamento={acionamento} />
                </div>
              </div>
            </>
          );
        }}
      </Answer>
    </div>
  );
}

/** The services know no such number, or could not be asked for it. */
function Missing({ sinistro, fault }: { readonly sinistro: string; readonly fault: string | undefined }) {
  const { revalidate } = useRevalidator();
  return (
    <section className="card">
      {fault === undefined ? (
        <Empty
          title="Acionamento não encontrado"
          action={
            <div className="visualiza-way-on">
              <VisualizaPedido key={sinistro} initial={sinistro} />
              <Button component={Link} to="/consulta-acionamento" variant="default">
                Consultar acionamentos
              </Button>
            </div>
          }
        >
          {`Nenhum acionamento tem o sinistro ${sinistro}. Confira o número.`}
        </Empty>
      ) : (
        <Failed title="Não foi possível carregar o acionamento." reason={fault} onRetry={() => void revalidate()} />
      )}
    </section>
  );
}

/** The address names no acionamento. */
function WithoutNumber() {
  return (
    <div className="page">
      <PageTitle>Ver acionamento</PageTitle>
      <section className="card visualiza-ask">
        <VisualizaPedido isFirst />
      </section>
    </div>
  );
}
