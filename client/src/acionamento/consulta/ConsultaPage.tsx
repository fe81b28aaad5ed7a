import { useReadQuery } from "@apollo/client/react";
import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useLoaderData } from "react-router";
import { counted } from "../../format/count.ts";
import { formatMoney } from "../../format/money.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { searchOf, seguradoraOf, statusOf } from "./consulta.address.ts";
import { type Place, usePlace } from "./consulta.places.ts";
import type { Consulta } from "./consulta.query.ts";
import { ConsultaExport } from "./ConsultaExport.tsx";
import { ConsultaFields, useSeguradoras } from "./ConsultaFields.tsx";
import { ConsultaList, ListSkeleton } from "./ConsultaList.tsx";
import { ConsultaStatus, useCounts } from "./ConsultaStatus.tsx";
import { ConsultaTools } from "./ConsultaTools.tsx";
import { Answered } from "./Unread.tsx";

/** The list of acionamentos that answer one question. */
export function ConsultaPage() {
  const { asked, variables } = useLoaderData<Consulta>();
  const place = usePlace();
  // Another question shows its skeleton at once; another order or search leaves the rows until the new ones are there.
  const question = searchOf(place.question);
  return (
    <div className="page consulta">
      <PageHeader title="Consultar acionamentos" actions={<ConsultaExport variables={variables} />} />
      <section className="card consulta-filter" aria-label="Filtros">
        <ConsultaStatus asked={asked} place={place} />
        <ConsultaFields asked={asked} place={place} />
      </section>
      <section className="card consulta-list" aria-labelledby="consulta-list">
        <div className="consulta-top">
          <div>
            <h2 id="consulta-list">
              <Title asked={asked} place={place} />
            </h2>
            <p role="status" className="figures">
              <Suspense key={question} fallback={<Skeleton component="span" width="14rem" height="0.75rem" />}>
                <Summary asked={asked} busca={place.busca} />
              </Suspense>
            </p>
          </div>
          <ConsultaTools place={place} />
        </div>
        <Suspense key={question} fallback={<ListSkeleton place={place} />}>
          <ConsultaList asked={asked} variables={variables} place={place} />
        </Suspense>
      </section>
    </div>
  );
}

/** What the list shows, in words. */
function Title({ asked, place }: Pick<Consulta, "asked"> & { readonly place: Place }) {
  const { question } = place;
  const codigo = statusOf(question);
  const status = useCounts(place).find((count) => count.codigo === codigo);
  const seguradora = useSeguradoras(question).find(({ value }) => value === seguradoraOf(question));
  if (question.sinistro) return `Sinistro ${question.sinistro}`;
  if (question.autorizacao) return `Autorização ${question.autorizacao}`;
  const title = `${status?.descricao} · ${seguradora?.label ?? "Todas as seguradoras"}`;
  if (!status?.isUnknown && !seguradora?.isUnknown) return title;
  return (
    <Answered asked={asked} fallback={<Skeleton component="span" display="block" width="16rem" height="1.5rem" />}>
      {title}
    </Answered>
  );
}

/** How many there are, and what they are worth together. */
function Summary({ asked, busca }: Pick<Consulta, "asked"> & { readonly busca: string }) {
  const list = useReadQuery(asked).data?.acionamentos;
  if (!list) return null;
  const { totalCount, valorTotal } = list;
  const found = `${counted(totalCount, "acionamento", "acionamentos")} · ${formatMoney(valorTotal)}`;
  return busca ? `${found} com “${busca}”` : found;
}
