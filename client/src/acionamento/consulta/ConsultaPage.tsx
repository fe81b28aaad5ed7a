import "./consulta.css";
import "./filter.css";
import "./table.css";
import { useReadQuery } from "@apollo/client/react";
import { Suspense, useState } from "react";
import { useLoaderData } from "react-router";
import { counted } from "../../format/count.ts";
import { formatMoney } from "../../format/money.ts";
import { usePreference } from "../../preferences.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { ORDENS, searchOf, seguradoraOf, statusesOf } from "./consulta.address.ts";
import { type ConsultaCriteria, useCriteria } from "./useCriteria.ts";
import { SeguradoPage } from "../segurado/SeguradoPage.tsx";
import type { Consulta, loadConsulta } from "./consulta.query.ts";
import { ConsultaExport } from "./ConsultaExport.tsx";
import { type Seguradora, seguradoraChoices } from "./ConsultaFields.tsx";
import { ConsultaFilter } from "./ConsultaFilter.tsx";
import { ConsultaList, ListSkeleton } from "./ConsultaList.tsx";
import { chosenNames, chosenOf, MANY, type StatusCounts, useCounts } from "./ConsultaStatus.tsx";
import { ConsultaTools, VIEW } from "./ConsultaTools.tsx";
import { COLUMNS, listView } from "./listView.ts";
import { AfterQuery } from "./PartBoundary.tsx";
import { periodLabel } from "./periods.ts";
import { useParts } from "./useParts.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";

const useConsultaView = lazyPart(async () => (await import("./ConsultaView.tsx")).ConsultaView);

/** The list of acionamentos, or those of the insured of the history state. */
export function ConsultaPage() {
  const loaded = useLoaderData<ReturnType<typeof loadConsulta>>();
  return "cpfCnpj" in loaded ? <SeguradoPage {...loaded} /> : <ListPage {...loaded} />;
}

/** The list with filter, search and order. */
function ListPage({ queryRef, variables }: Consulta) {
  const criteria = useCriteria();
  const parts = useParts(variables.ano);
  const counts = useCounts(criteria, variables.ano, parts);
  const seguradoras = seguradoraChoices(criteria.filter, parts.seguradoras);
  const [isViewOpen, setViewOpen] = useState(false);
  // A new filter shows the skeleton at once; a new order or search keeps the rows until the new ones are loaded.
  const filterKey = searchOf(criteria.filter);
  return (
    <div className="page consulta">
      <PageHeader title="Consultar acionamentos" actions={<ConsultaExport variables={variables} />} />
      <ConsultaFilter queryRef={queryRef} criteria={criteria} counts={counts} seguradoras={seguradoras} />
      <section className="card consulta-list" aria-labelledby="consulta-list" tabIndex={-1}>
        <div className="consulta-top">
          <div>
            <h2 id="consulta-list">
              <Title queryRef={queryRef} criteria={criteria} counts={counts} seguradoras={seguradoras} />
            </h2>
            <p role="status" className="figures">
              <Suspense key={filterKey} fallback={<Skeleton component="span" width="14rem" height="0.75rem" />}>
                <Summary queryRef={queryRef} busca={criteria.busca} />
              </Suspense>
              <HiddenOrder ordem={criteria.ordem} />
            </p>
          </div>
          <ConsultaTools criteria={criteria} isViewOpen={isViewOpen} onToggleView={() => setViewOpen(!isViewOpen)} />
        </div>
        {isViewOpen && <View />}
        <Suspense key={filterKey} fallback={<ListSkeleton criteria={criteria} />}>
          <ConsultaList queryRef={queryRef} variables={variables} criteria={criteria} />
        </Suspense>
      </section>
    </div>
  );
}

/** Density and columns, which few change. */
function View() {
  const [ConsultaView] = useConsultaView();
  return ConsultaView && <ConsultaView id={VIEW} />;
}

interface TitleProps extends Pick<Consulta, "queryRef"> {
  readonly criteria: ConsultaCriteria;
  readonly counts: StatusCounts;
  readonly seguradoras: readonly Seguradora[];
}

/** The title of the list, from its filter. */
function Title({ queryRef, criteria: { filter }, counts, seguradoras }: TitleProps) {
  const seguradora = seguradoras.find(({ value }) => value === seguradoraOf(filter));
  if (filter.sinistro) return <span>{`Sinistro ${filter.sinistro}`}</span>;
  if (filter.autorizacao) return <span>{`Autorização ${filter.autorizacao}`}</span>;
  const titleOf = (names: readonly string[], ofSeguradora = "Todas as seguradoras") =>
    [
      new Intl.ListFormat("pt-BR").format(names),
      ofSeguradora,
      filter.periodo && periodLabel(filter.periodo),
      filter.usuario && "com a sua participação",
    ]
      .filter(Boolean)
      .join(" · ");
  const title = <span>{titleOf(chosenNames(counts, filter), seguradora?.label)}</span>;
  const chosen = chosenOf(counts, filter);
  const isUnnamed = chosen.some((status) => status.isUnknown);
  if (!isUnnamed && (counts.areLoaded || chosen.length < MANY) && !seguradora?.isUnknown) return title;
  // It wraps as most titles will.
  const like = titleOf(
    statusesOf(filter).map(() => TYPICAL_STATUS),
    seguradora && TYPICAL_SEGURADORA,
  );
  const loading = (
    <>
      <span className="visually-hidden">Acionamentos</span>
      <Skeleton component="span">{like}</Skeleton>
    </>
  );
  return (
    <AfterQuery queryRef={queryRef} fallback={loading} failed={isUnnamed ? "Acionamentos" : title}>
      {title}
    </AfterQuery>
  );
}

/** As long as most names. */
const TYPICAL_STATUS = "Em análise";
const TYPICAL_SEGURADORA = "Companhia de Seguros Gerais";

/** The order, if the column that says it is hidden. */
function HiddenOrder({ ordem }: Pick<ConsultaCriteria, "ordem">) {
  const [{ hidden }] = usePreference(listView);
  const column = COLUMNS.find(({ orders }) => orders.includes(ordem));
  return column && hidden.includes(column.name) && <span>{` · Em ordem de coluna oculta: ${ORDENS[ordem]}`}</span>;
}

/** Count and total value. */
function Summary({ queryRef, busca }: Pick<Consulta, "queryRef"> & { readonly busca: string }) {
  const list = useReadQuery(queryRef).data?.acionamentos;
  if (!list) return null;
  const { totalCount, valorTotal } = list;
  return (
    <>
      <span>{counted(totalCount, "acionamento", "acionamentos")}</span> ·{" "}
      <span translate="no">{formatMoney(valorTotal)}</span>
      {busca && <span>{` com “${busca}”`}</span>}
    </>
  );
}
