import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { usePreference } from "../../preferences.ts";
import type { Filter } from "./consulta.address.ts";
import { ConsultaFields, type Seguradora } from "./ConsultaFields.tsx";
import { ConsultaStatus, type ConsultaStatusProps } from "./ConsultaStatus.tsx";
import { OrderField } from "./ConsultaTools.tsx";
import { listView } from "./listView.ts";
import { SavedFilterLinks, SaveFilter } from "./SavedFilters.tsx";

/** As in tableSizes.css: the rows are cards. */
export const NARROW = "(max-width: 60em)";

/** Where the fields would leave few rows in the window. */
const SCARCE = "(max-width: 60em), (max-height: 62em)";

const FIELDS = "consulta-fields";

interface ConsultaFilterProps extends ConsultaStatusProps {
  readonly seguradoras: readonly Seguradora[];
}

/**
 * The filter: statuses, saved filters (where it is narrow below them, in a line of their own), and a button for the other
 * fields, which are folded in a small window.
 */
export function ConsultaFilter({ criteria, counts, seguradoras }: ConsultaFilterProps) {
  const [view, setView] = usePreference(listView);
  const isScarce = useMediaQuery(SCARCE, false, { getInitialValueInEffect: false });
  const isOpen = view.hasFields ?? !isScarce;
  const active = countActive(criteria.filter);
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
    <section className="card consulta-filter" aria-label="Filtros">
      <div className="consulta-line">
        <div ref={links} className="consulta-links">
          <ConsultaStatus criteria={criteria} counts={counts} />
          <SavedFilterLinks criteria={criteria} />
        </div>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />}
          rightSection={active > 0 && <span className="consulta-active figures">{active}</span>}
          aria-label={active > 0 ? `Filtros, ${active} ${active === 1 ? "ativo" : "ativos"}` : undefined}
          aria-expanded={isOpen}
          aria-controls={FIELDS}
          onClick={() => setView({ ...view, hasFields: !isOpen })}
        >
          Filtros
        </Button>
      </div>
      <div id={FIELDS} className="consulta-panel" hidden={!isOpen}>
        {isOpen && (
          <>
            <ConsultaFields isSettled={counts.isSettled} criteria={criteria} seguradoras={seguradoras} />
            <OrderField criteria={criteria} />
            <SaveFilter criteria={criteria} />
          </>
        )}
      </div>
    </section>
  );
}

/** The number of fields of the panel that have an effect. */
function countActive({ seguradora, periodo, usuario, autorizacao, sinistro }: Filter): number {
  return [seguradora, periodo, usuario, autorizacao, sinistro].filter(Boolean).length;
}
