import { Button, SimpleGrid } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { cleanAutorizacao, cleanSinistro } from "../../format/pasted.ts";
import type { OrdemAcionamentos } from "../../gql/graphql.ts";
import { usePreference } from "../../preferences.ts";
import { type ListFilter, ownName } from "../../shell/addresses.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { NumberField } from "../NumberField.tsx";
import { filterWith, DEFAULT_FILTER, ORDENS } from "./consulta.address.ts";
import { ConsultaPeriod } from "./ConsultaPeriod.tsx";
import { ConsultaStatus, type ConsultaStatusProps, UnreadPart } from "./ConsultaStatus.tsx";
import { listView } from "./listView.ts";
import { SavedFilterLinks, SaveFilter } from "./SavedFilters.tsx";
import type { FilterData } from "./statusCounts.ts";

/** Where the fields would leave few rows in the window. */
const SCARCE = "(max-width: 60em), (max-height: 62em)";

const FIELDS = "consulta-fields";

export interface ConsultaFilterProps extends ConsultaStatusProps {
  readonly seguradoras: FilterData["seguradoras"];
}

/** Statuses, saved filters, the period, and a button for the other fields, which are folded in a small window. */
export function ConsultaFilter({ criteria, counts, seguradoras }: ConsultaFilterProps) {
  const [view, setView] = usePreference(listView);
  const isScarce = useMediaQuery(SCARCE, false, { getInitialValueInEffect: false });
  const isOpen = view.hasFields ?? !isScarce;
  const { seguradora, isMine, autorizacao, sinistro } = criteria.filter;
  /** The number of fields of the panel that have an effect. */
  const active = [seguradora, isMine, autorizacao, sinistro].filter(Boolean).length;
  const links = useRef<HTMLDivElement>(null);

  // What is chosen may be beyond the edge of its line. An observer is called once the page is laid out.
  useEffect(() => {
    if (!links.current) return undefined;
    const lists = links.current.getElementsByTagName("ul");
    const observer = new ResizeObserver(() => {
      for (const list of lists) {
        const chosen = list.querySelector<HTMLElement>("[aria-current]");
        if (chosen) list.scrollLeft = chosen.offsetLeft - list.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
      }
    });
    observer.observe(links.current);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each history entry has its chosen status
  }, [criteria.key]);
  return (
    <section className="card consulta-filter no-print" aria-label="Filtros">
      <div className="row consulta-line">
        <div ref={links} className="row consulta-links">
          <ConsultaStatus criteria={criteria} counts={counts} />
          <SavedFilterLinks criteria={criteria} />
        </div>
        <ConsultaPeriod criteria={criteria} />
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={FIELDS}
          onClick={() => setView({ ...view, hasFields: !isOpen })}
        >
          {active > 0 ? `Filtros (${active})` : "Filtros"}
        </Button>
      </div>
      <div id={FIELDS} className="consulta-panel" hidden={!isOpen}>
        {isOpen && (
          <>
            <ConsultaFields criteria={criteria} seguradoras={seguradoras} />
            <SelectField
              className="consulta-order"
              label="Ordenar por"
              value={criteria.ordem}
              data={Object.entries(ORDENS).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) => criteria.setOrder(currentTarget.value as OrdemAcionamentos)}
            />
            <SaveFilter criteria={criteria} />
          </>
        )}
      </div>
    </section>
  );
}

const EVERY = "";

function ConsultaFields({ criteria, seguradoras }: Omit<ConsultaFilterProps, "counts">) {
  const { filter, setFilter } = criteria;
  return (
    <SimpleGrid className="consulta-fields" minColWidth="11.5rem" autoFlow="auto-fit" spacing="1rem">
      <div>
        <SelectField
          label="Seguradora"
          data={[{ value: EVERY, label: "Todas as seguradoras" }, ...seguradoraChoices(filter, seguradoras)]}
          value={filter.seguradora ?? EVERY}
          onChange={({ currentTarget }) => setFilter(filterWith(filter, { seguradora: currentTarget.value }))}
        />
        {seguradoras === null && <UnreadPart field="seguradoras" title="As seguradoras não puderam ser carregadas." />}
      </div>
      {ownName() && (
        <SelectField
          label="Participação"
          data={[
            { value: EVERY, label: "De qualquer pessoa" },
            { value: "meus", label: "Com a minha participação" },
          ]}
          value={filter.isMine ? "meus" : EVERY}
          onChange={({ currentTarget }) => setFilter(filterWith(filter, { isMine: currentTarget.value !== EVERY }))}
        />
      )}
      <NumberField
        label="Nº da autorização"
        action="Consultar número da autorização"
        value={filter.autorizacao}
        clean={cleanAutorizacao}
        onSubmit={(autorizacao) => setFilter(autorizacao ? { statuses: [], autorizacao } : DEFAULT_FILTER)}
      />
      <NumberField
        label="Nº do sinistro"
        action="Consultar número do sinistro"
        value={filter.sinistro}
        clean={cleanSinistro}
        onSubmit={(sinistro) => setFilter(sinistro ? { statuses: [], sinistro } : DEFAULT_FILTER)}
      />
    </SimpleGrid>
  );
}

/** The insurers as options. One of the address that they lack is added with its code. */
export function seguradoraChoices({ seguradora: chosen }: ListFilter, seguradoras: FilterData["seguradoras"]) {
  const known = (seguradoras ?? []).map((each) => ({
    value: each?.id ?? "",
    label: `${each?.nome}${each?.ativa === false ? " (inativa)" : ""}`,
  }));
  const isMissing = chosen !== undefined && !known.some(({ value }) => value === chosen);
  return isMissing ? [...known, { value: chosen, label: `Seguradora ${chosen}` }] : known;
}
