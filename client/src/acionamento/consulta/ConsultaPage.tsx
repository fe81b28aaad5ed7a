import "./consulta.css";
import "./filter.css";
import "./ConsultaTable.css";
import "./tableSizes.css";
import { useReadQuery } from "@apollo/client/react";
import { Suspense, useState } from "react";
import { useLoaderData } from "react-router";
import { counted } from "../../format/count.ts";
import { formatMoney } from "../../format/money.ts";
import { usePreference } from "../../preferences.ts";
import { listTarget } from "../../shell/addresses.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useCriteria } from "./useCriteria.ts";
import { ColumnChoice } from "./ColumnChoice.tsx";
import type { Consulta } from "./consulta.query.ts";
import { ConsultaExport } from "./ConsultaExport.tsx";
import { ConsultaFilter, type ConsultaFilterProps, seguradoraChoices } from "./ConsultaFilter.tsx";
import { ConsultaList, ListSkeleton } from "./ConsultaList.tsx";
import { periodLabel } from "./ConsultaPeriod.tsx";
import { columnStyle, listView } from "./listView.ts";
import { ConsultaTools, COLUMN_CHOICE } from "./ConsultaTools.tsx";
import { statusCounts, useFilterData } from "./statusCounts.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** The list of acionamentos. */
export function ConsultaPage() {
  const { queryRef, variables, ano } = useLoaderData<Consulta>();
  const criteria = useCriteria();
  const filterData = useFilterData(queryRef, ano);
  const counts = statusCounts(criteria.filter, ano, filterData);
  const filterProps = { criteria, counts, seguradoras: filterData.seguradoras };
  const [view] = usePreference(listView);
  const [isChoiceOpen, setChoiceOpen] = useState(false);
  // A new filter shows the skeleton at once; a new order or search keeps the rows until the new ones are loaded.
  const filterKey = listTarget(criteria.filter).to.search;
  return (
    <div className="page consulta">
      <PageHeader
        title="Consultar acionamentos"
        actions={<ConsultaExport variables={variables} filter={criteria.filter} />}
      />
      <ConsultaFilter {...filterProps} />
      <section className="card consulta-list" style={columnStyle(view)} aria-labelledby="consulta-list" tabIndex={-1}>
        <div className="row consulta-top">
          <div>
            <h2 id="consulta-list">
              <Title {...filterProps} />
            </h2>
            <p role="status" className="soft figures">
              <Suspense key={filterKey} fallback={<Skeleton component="span" width="14rem" height="0.75rem" />}>
                <Summary queryRef={queryRef} busca={criteria.busca} />
              </Suspense>
            </p>
          </div>
          <ConsultaTools
            criteria={criteria}
            isChoiceOpen={isChoiceOpen}
            onToggleChoice={() => setChoiceOpen(!isChoiceOpen)}
          />
        </div>
        {isChoiceOpen && <ColumnChoice id={COLUMN_CHOICE} />}
        <Suspense key={filterKey} fallback={<ListSkeleton criteria={criteria} />}>
          <ConsultaList queryRef={queryRef} variables={variables} ano={ano} criteria={criteria} />
        </Suspense>
      </section>
    </div>
  );
}

function Title({ criteria: { filter }, counts, seguradoras }: ConsultaFilterProps) {
  if (filter.sinistro) return `Sinistro ${filter.sinistro}`;
  if (filter.autorizacao) return `Autorização ${filter.autorizacao}`;
  const chosen = counts.chips.filter(({ codigo }) => filter.statuses.includes(codigo));
  const isUnnamed = chosen.some(({ codigo, descricao }) => codigo === descricao);
  const seguradora = seguradoraChoices(filter, seguradoras).find(({ value }) => value === filter.seguradora);
  // The names may still load.
  if ((isUnnamed && counts.totals === undefined) || (filter.seguradora && seguradoras === undefined)) {
    return (
      <>
        <span className="visually-hidden">Acionamentos</span>
        <Skeleton component="span">Em análise · Todas as seguradoras</Skeleton>
      </>
    );
  }
  const parts = [
    new Intl.ListFormat("pt-BR").format(chosen.map(({ descricao }) => descricao)),
    seguradora?.label ?? "Todas as seguradoras",
    filter.periodo && periodLabel(filter.periodo),
    filter.isMine && "com a sua participação",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Reads the query beside the list, without a `QueryBoundary` of both: heading and tools are there before the rows. */
function Summary({ queryRef, busca }: Pick<Consulta, "queryRef"> & { readonly busca: string }) {
  const list = useReadQuery(queryRef).data?.acionamentos;
  if (!list) return null;
  const { totalCount, valorTotal } = list;
  const summary = `${counted(totalCount, "acionamento", "acionamentos")} · ${formatMoney(valorTotal)}`;
  return busca ? `${summary} com “${busca}”` : summary;
}
